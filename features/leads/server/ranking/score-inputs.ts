import type { Profile } from '#engine/item.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { type JudgmentsAt, judgmentsOn } from '../judging/verdicts.ts'
import type { PostKey } from './due.ts'
import { type SimilarityAt, similarities } from './similarity.ts'

/** The parts of a score that don't follow from profile and post alone. */
export interface ScoreInputs {
  similarityAt: SimilarityAt
  judgmentsAt: JudgmentsAt
}

/**
 * Reads how close each of these posts is to its project's description, and what the judges answered on it.
 */
export async function scoreInputs(
  ctx: Ctx,
  tx: Transaction,
  postKeys: readonly PostKey[],
  profiles: ReadonlyMap<string, Profile>,
): Promise<ScoreInputs> {
  return {
    similarityAt: await similarities(ctx, tx, postKeys),
    judgmentsAt: await judgmentsOn(ctx, tx, postKeys, profiles),
  }
}
