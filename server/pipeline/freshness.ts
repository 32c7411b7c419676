import { refresh } from '@earshot/engine/freshness'
import { asc, lte, sql } from 'drizzle-orm'
import type { Ctx } from '../ctx.ts'
import { transaction } from '../db/database.ts'
import { opportunity } from '../db/schema.ts'
import { announce } from '../events.ts'

/** Rows of one transaction. */
const sweptAtOnce = 1000

/**
 * Moves leads whose freshness step has passed, the most overdue first (DESIGN 4). Where more are due than it takes,
 * another sweep follows at once; two at the same time share the work.
 */
export async function sweepFreshness(ctx: Ctx): Promise<void> {
  const now = ctx.now()
  await transaction(ctx, async (tx) => {
    const due = await tx
      .select({
        projectId: opportunity.projectId,
        id: opportunity.id,
        components: opportunity.components,
        postedAt: opportunity.postedAt,
      })
      .from(opportunity)
      .where(lte(opportunity.freshnessDueAt, now))
      .orderBy(asc(opportunity.freshnessDueAt))
      .limit(sweptAtOnce)
      .for('update', { skipLocked: true })
    if (due.length === 0) return
    const moved = due.map(({ projectId, id, components, postedAt }) => {
      const { score, components: renewed, dueAt } = refresh(components, postedAt?.getTime() ?? null, now.getTime())
      return { projectId, id, score, components: renewed, dueAt: dueAt === null ? null : new Date(dueAt) }
    })
    await tx.execute(sql`
      update opportunity o
      set score = m.score, components = m.components, freshness_due_at = m."dueAt", updated_at = ${now.toISOString()}
      from json_to_recordset(${JSON.stringify(moved)})
        as m("projectId" uuid, id uuid, score real, components jsonb, "dueAt" timestamptz)
      where o.project_id = m."projectId" and o.id = m.id`)
    await announce(ctx, tx, 'opportunities', [...new Set(due.map(({ projectId }) => projectId))])
    ctx.reach('freshness: written')
    if (due.length === sweptAtOnce) await ctx.queue.send(tx, 'freshness', {})
  })
  ctx.reach('freshness: committed')
}
