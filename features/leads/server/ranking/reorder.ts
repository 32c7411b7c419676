import { and, asc, eq, gt, inArray, sql } from 'drizzle-orm'
import { announce } from '#platform/server/announce.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { transaction } from '#platform/server/database/database.ts'
import type { Jobs } from '#platform/server/jobs/queue.ts'
import { opportunity } from '../tables.ts'

/** Leads per transaction. */
const reorderedAtOnce = 1000

/**
 * Updates the urgency of a project's leads to its saved weights, one page per job (DESIGN 4). The database computes it
 * from the current weights, so that pages may be repeated. Leads written meanwhile already have the new weights.
 */
export async function reorderLeads(ctx: Ctx, { projectId, after }: Jobs['reorder']): Promise<void> {
  await transaction(ctx, async (tx) => {
    const behind = after === undefined ? undefined : gt(opportunity.id, after)
    const next = await tx
      .select({ id: opportunity.id })
      .from(opportunity)
      .where(and(eq(opportunity.projectId, projectId), behind))
      .orderBy(asc(opportunity.id))
      .limit(reorderedAtOnce)
    const ids = next.map(({ id }) => id)
    const page = and(eq(opportunity.projectId, projectId), inArray(opportunity.id, ids))
    // Locked in the common order.
    await tx
      .select({ id: opportunity.id })
      .from(opportunity)
      .where(page)
      .orderBy(asc(opportunity.postId))
      .for('no key update')
    await tx.update(opportunity).set({ score: sql`score`, updatedAt: ctx.now() }).where(page)
    const last = ids.at(-1)
    if (last && ids.length === reorderedAtOnce) await ctx.queue.send(tx, 'reorder', { projectId, after: last })
    await announce(ctx, tx, 'opportunities', [projectId])
  })
}
