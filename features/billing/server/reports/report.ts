import { eq, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import { announce } from '#platform/server/announce.ts'
import { type Actor, actingAs, type Ctx } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { checkout, subscription } from '../tables.ts'

/**
 * What the payment provider says about one of its objects. Of two reports about an object, the later one counts, in
 * whichever order they arrive.
 */
export interface Report {
  /** When it was made, in microseconds. */
  occurredAt: string
  /** The event, which decides between events of the same moment; empty for the answer to a call or a row of a list. */
  eventId: string
  /** When the object had changed last. */
  changedAt: string
}

/** Returns the report that an answer or a row of a list is: it has no time of its own. */
export function answerOf(changedAt: string): Report {
  return { occurredAt: changedAt, eventId: '', changedAt }
}

interface Reported {
  occurredAt: PgColumn
  eventId: PgColumn
  changedAt: PgColumn
}

/**
 * Returns the condition for an update by a report. Answers are compared by the object's last change: an event about an
 * earlier one may have been made later.
 */
export function isLater({ occurredAt, eventId, changedAt }: Reported, report: Report): SQL {
  return report.eventId === ''
    ? sql`${changedAt} <= excluded.changed_at`
    : sql`(${occurredAt}, ${eventId}) < (excluded.occurred_at, excluded.event_id)`
}

/** Returns the columns with the latest report after an update. */
export function latest({ occurredAt, eventId }: Reported) {
  return {
    occurredAt: sql`greatest(${occurredAt}, excluded.occurred_at)`,
    eventId: sql`case when (excluded.occurred_at, excluded.event_id) > (${occurredAt}, ${eventId})
      then excluded.event_id else ${eventId} end`,
  }
}

/**
 * The effect of a report. older: a later one was applied before · ignored: it changes nothing here · unknown: no checkout
 * of ours led to it · waiting: it is applied as soon as the object with this ID is known.
 */
export type Effect = 'applied' | 'older' | 'ignored' | 'unknown' | { waitsFor: string }

/** Only jobs write what was paid for. */
const provider: Actor = { kind: 'job', name: 'paddle' }

export function asProvider(ctx: Ctx): Ctx {
  return actingAs(ctx, provider)
}

/** Applies reports one at a time, so that one that waits for an object can't miss it. */
export async function lockReports(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('earshot billing reports'), 0)`)
}

const OurData = z.object({ checkout: z.uuid() })

type CheckoutRow = typeof checkout.$inferSelect

/**
 * Returns the checkout that a report names. Nothing else in a report gives access: anyone can put any project into the
 * data of a transaction.
 */
export async function checkoutOf(tx: Transaction, customData: unknown): Promise<CheckoutRow | null> {
  const named = OurData.safeParse(customData)
  if (!named.success) return null
  const [row] = await tx.select().from(checkout).where(eq(checkout.id, named.data.checkout))
  return row ?? null
}

export async function subscriptionBy(
  tx: Transaction,
  providerId: string,
): Promise<typeof subscription.$inferSelect | null> {
  const [row] = await tx.select().from(subscription).where(eq(subscription.providerId, providerId))
  return row ?? null
}

/** Records that a checkout led to a subscription or pass, and that its project was paid for (DECISIONS 16). */
export async function markPaid(ctx: Ctx, tx: Transaction, projectId: string, checkoutId: string | null): Promise<void> {
  const now = ctx.now().toISOString()
  await tx.execute(sql`
    update checkout set state = 'paid', updated_at = ${now} where id = ${checkoutId}::uuid and state <> 'paid'`)
  const { rowCount } = await tx.execute(sql`
    update project set status = 'paid', updated_at = ${now}
    where id = ${projectId} and status in ('processing', 'done')`)
  if (rowCount) await announce(ctx, tx, 'project', [projectId])
}

/** Applies a changed plan to the projects it is for: their quotas and open screens. */
export async function planChanged(ctx: Ctx, tx: Transaction, projectIds: readonly string[]): Promise<void> {
  for (const projectId of projectIds) await ctx.queue.send(tx, 'quota', { projectId })
  await announce(ctx, tx, 'billing', projectIds)
}
