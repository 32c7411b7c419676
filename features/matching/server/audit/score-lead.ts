import { eq } from 'drizzle-orm'
import { itemColumns, itemOf, post } from '#features/posts/server/index.ts'
import { shareWatchlist } from '#features/watchlist/server/index.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { transaction } from '#platform/server/database/database.ts'
import type { Jobs } from '#platform/server/jobs/queue.ts'
import { upsertOpportunities } from '../opportunities.ts'
import { activeProject, finderOf } from '../projects.ts'
import { scoreCandidates } from '../scoring.ts'

/** Scores a lead that a member added, like any candidate of its project. Does nothing once the lead is gone. */
export async function scoreLead(ctx: Ctx, { projectId, postId }: Jobs['scoreLead']): Promise<void> {
  await transaction(ctx, async (tx) => {
    await shareWatchlist(tx)
    const project = await activeProject(tx, projectId)
    const [row] = await tx
      .select({ ...itemColumns, realm: post.realm })
      .from(post)
      .where(eq(post.id, postId))
      .for('key share')
    if (!project || !row) return
    const item = itemOf(row)
    // Posts that don't match the watchlist have no hits.
    const hits = finderOf(project).find(item, { now: ctx.now().getTime() })[0]?.hits ?? []
    await upsertOpportunities(ctx, tx, await scoreCandidates(ctx, tx, [{ projectId, hits, item, realm: row.realm }]))
  })
}
