import type { Profile } from '#engine/item.ts'
import type { Learned } from '#engine/learn/learn.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { type JudgmentsAt, judgmentsOn } from '../judging/verdicts.ts'
import type { PostKey } from './due.ts'
import { learnedBy } from './learned.ts'
import { type SimilarityAt, similarities } from './similarity.ts'

/** The parts of a score that don't follow from profile and post alone. */
export interface ScoreInputs {
  /** What each project has learned from its decisions, by project; projects without decisions have no entry. */
  learned: Map<string, Learned>
  similarityAt: SimilarityAt
  judgmentsAt: JudgmentsAt
}

/**
 * Reads what the projects of these posts have learned, how close each post is to its project's description, and what
 * the judges answered on it.
 */
export async function scoreInputs(
  ctx: Ctx,
  tx: Transaction,
  postKeys: readonly PostKey[],
  profiles: ReadonlyMap<string, Profile>,
): Promise<ScoreInputs> {
  const projectIds = [...new Set(postKeys.map(({ projectId }) => projectId))]
  return {
    learned: await learnedBy(ctx, tx, projectIds),
    similarityAt: await similarities(ctx, tx, postKeys),
    judgmentsAt: await judgmentsOn(ctx, tx, postKeys, profiles),
  }
}
