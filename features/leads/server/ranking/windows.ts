import { and, asc, eq, lte, not, sql } from 'drizzle-orm'
import { agedLabel, replyWindowOf, windowEndOf } from '#engine/order/reply-window.ts'
import { announce } from '#platform/server/announce.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { type Transaction, transaction } from '#platform/server/database/database.ts'
import { isReleased } from '#platform/server/tenancy/visible-rows.ts'
import { opportunity } from '../tables.ts'

/** Rows per transaction. */
const sweptAtOnce = 1000

const columns = {
  projectId: opportunity.projectId,
  id: opportunity.id,
  label: opportunity.label,
  postedAt: opportunity.postedAt,
  releasedAt: opportunity.releasedAt,
}

/**
 * Updates leads whose reply window has passed, the most overdue first (DESIGN 4). A full sweep is followed by another
 * immediately; concurrent sweeps share the work.
 */
export async function sweepWindows(ctx: Ctx): Promise<void> {
  const now = ctx.now()
  await transaction(ctx, async (tx) => {
    const due = await tx
      .select(columns)
      .from(opportunity)
      .where(lte(opportunity.windowDueAt, now))
      .orderBy(asc(opportunity.windowDueAt))
      .limit(sweptAtOnce)
      .for('update', { skipLocked: true })
    if (due.length === 0) return
    await move(tx, due, now)
    const seen = due.filter(({ releasedAt }) => releasedAt !== null)
    await announce(ctx, tx, 'opportunities', [...new Set(seen.map(({ projectId }) => projectId))])
    if (due.length === sweptAtOnce) await ctx.queue.send(tx, 'windows', {})
  })
}

/**
 * Locks all held leads of a project, in the order in which the pipeline writes them. Updates and releases those whose
 * reply window has passed (docs/decisions/0038), and returns how many; the caller releases the rest. No lead is
 * changed twice: the database would then lock its post, which forgetting locks before the lead.
 */
export async function releaseAged(ctx: Ctx, tx: Transaction, projectId: string): Promise<number> {
  const now = ctx.now()
  const held = and(eq(opportunity.projectId, projectId), not(isReleased(opportunity)))
  await tx.execute(sql`
    select from ${opportunity} where ${held} order by ${opportunity.postId} for no key update`)
  const due = await tx
    .select(columns)
    .from(opportunity)
    .where(and(held, lte(opportunity.windowDueAt, now)))
  if (due.length > 0) await move(tx, due, now, { release: true })
  return due.length
}

type Due = Pick<typeof opportunity.$inferSelect, keyof typeof columns>

async function move(
  tx: Transaction,
  due: readonly Due[],
  now: Date,
  { release = false }: { release?: boolean } = {},
): Promise<void> {
  const moved = due.map(({ projectId, id, label, postedAt }) => {
    const posted = postedAt?.getTime() ?? null
    const dueAt = windowEndOf(posted, now.getTime())
    const aged = agedLabel(label, replyWindowOf(posted, now.getTime()))
    return { projectId, id, label: aged, dueAt: dueAt === null ? null : new Date(dueAt) }
  })
  await tx.execute(sql`
    update opportunity o
    set label = m.label, window_due_at = m."dueAt", updated_at = ${now.toISOString()}
      ${release ? sql`, released_at = ${now.toISOString()}` : sql``}
    from json_to_recordset(${JSON.stringify(moved)})
      as m("projectId" uuid, id uuid, label smallint, "dueAt" timestamptz)
    where o.project_id = m."projectId" and o.id = m.id`)
}
