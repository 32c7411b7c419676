import { scoreItem } from '@earshot/engine/score'
import { and, asc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import type { Transaction } from '../../db/database.ts'
import { candidate, post } from '../../db/schema.ts'
import { itemColumns, itemOf } from './items.ts'
import { type Judged, showOpportunities } from './opportunities.ts'
import { compiledProfiles } from './profiles.ts'

/** Candidates of one step. */
export const scoredAtOnce = 1000

/**
 * Scores the next candidates that are not, of those that meet the condition, and makes opportunities of those that are
 * leads; answers how many it took. The lock on each keeps a look-back from replacing it meanwhile: what is marked as
 * scored was scored by what the row holds. Profiles are read after it, so they are never older than what found it.
 */
export async function scoreSome(ctx: Ctx, tx: Transaction, which: SQL | undefined): Promise<number> {
  const now = ctx.now()
  const rows = await tx
    .select({ projectId: candidate.projectId, hits: candidate.hits, item: itemColumns })
    .from(candidate)
    .innerJoin(post, eq(post.id, candidate.postId))
    .where(and(isNull(candidate.scoredAt), which))
    .orderBy(asc(candidate.postId), asc(candidate.projectId))
    .limit(scoredAtOnce)
    .for('update', { of: candidate })
  if (rows.length === 0) return 0
  const profiles = await compiledProfiles(ctx, tx, [...new Set(rows.map(({ projectId }) => projectId))])
  const judged = rows.map(({ projectId, hits, item: row }): Judged => {
    const item = itemOf(row)
    const scored = scoreItem(profiles.get(projectId)!, item, hits, now.getTime())
    return { projectId, postId: item.id, ...scored, postedAt: item.postedAt }
  })
  await writeScores(tx, judged, now)
  ctx.reach('score: scores written')
  await showOpportunities(ctx, tx, judged)
  return rows.length
}

/** Scores all of these. Who has just written them holds every one of them already (writeFound), and waits for nobody. */
export async function scoreAll(
  ctx: Ctx,
  tx: Transaction,
  projectId: string,
  postIds: readonly string[],
): Promise<void> {
  if (postIds.length === 0) return
  const theirs = sql`${candidate.postId} = any (${sql.param([...postIds])}::uuid[])`
  while ((await scoreSome(ctx, tx, and(eq(candidate.projectId, projectId), theirs))) === scoredAtOnce);
}

/** Score and label only: the reasons stand in the opportunity, and most candidates become none. */
async function writeScores(tx: Transaction, judged: readonly Judged[], now: Date): Promise<void> {
  const column = <Name extends keyof Judged>(name: Name) => sql.param(judged.map((each) => each[name]))
  await tx.execute(sql`
    update candidate c
    set score = s.score, label = s.label, scored_at = ${now.toISOString()}
    from unnest(${column('projectId')}::uuid[], ${column('postId')}::uuid[], ${column('score')}::real[],
      ${column('label')}::smallint[]) as s(project_id, post_id, score, label)
    where c.project_id = s.project_id and c.post_id = s.post_id`)
}
