import { and, eq, inArray, lt, lte, or, sql } from 'drizzle-orm'
import type { Ctx } from '../ctx.ts'
import type { Transaction } from '../database/database.ts'
import { delivery } from './tables.ts'

export type Delivery = typeof delivery.$inferSelect
export type DeliveryKey = Pick<Delivery, 'projectId' | 'id'>

/** Where a message goes, and by which rule. */
type Destination = Pick<Delivery, 'projectId' | 'ruleId' | 'channel' | 'userId' | 'destinationId'>

const waiting = ['queued', 'deferred'] as const

/**
 * Returns the ID of the message that collects what a rule tells a destination, and begins one if there is none. Whoever
 * writes that message waits for this transaction, and then begins a new one.
 */
export async function collectingDelivery(
  ctx: Ctx,
  tx: Transaction,
  destination: Destination,
  { windowAt }: { windowAt: Date | null },
): Promise<string> {
  const now = ctx.now()
  const [row] = await tx
    .insert(delivery)
    .values({
      ...destination,
      ...{ id: ctx.id(), state: 'queued', collecting: true, windowAt, dueAt: windowAt ?? now },
      ...{ createdAt: now, updatedAt: now },
    })
    .onConflictDoUpdate({
      target: [delivery.projectId, delivery.ruleId, delivery.channel, delivery.userId, delivery.destinationId],
      targetWhere: sql`collecting`,
      set: { updatedAt: now },
    })
    .returning({ id: delivery.id })
  if (!row) throw new Error('the delivery was not written')
  return row.id
}

/** Returns the messages that are due to be written, the most overdue first. */
export async function dueDeliveries(ctx: Ctx, tx: Transaction, limit: number): Promise<DeliveryKey[]> {
  return tx
    .select({ projectId: delivery.projectId, id: delivery.id })
    .from(delivery)
    .where(and(lte(delivery.dueAt, ctx.now()), isUnwritten))
    .orderBy(delivery.dueAt)
    .limit(limit)
}

/** Claims a due message until the transaction ends. Null if another worker has claimed or written it. */
export async function claimDelivery(ctx: Ctx, tx: Transaction, key: DeliveryKey): Promise<Delivery | null> {
  const [row] = await tx
    .select()
    .from(delivery)
    .where(and(isRow(key), inArray(delivery.state, [...waiting]), lte(delivery.dueAt, ctx.now()), isUnwritten))
    .for('update', { skipLocked: true })
  return row ?? null
}

/** Keeps a claimed message back until `at`. It goes on collecting. */
export async function deferDelivery(
  ctx: Ctx,
  tx: Transaction,
  key: DeliveryKey,
  { at, reason }: { at: Date; reason: string },
): Promise<void> {
  await tx.update(delivery).set({ state: 'deferred', reason, dueAt: at, updatedAt: ctx.now() }).where(isRow(key))
}

/** Ends a claimed message that can't be sent. */
export async function refuseDelivery(ctx: Ctx, tx: Transaction, key: DeliveryKey, reason: string): Promise<void> {
  const ended = { collecting: false, dueAt: null, finishedAt: ctx.now(), updatedAt: ctx.now() }
  await tx
    .update(delivery)
    .set({ state: 'refused', reason, ...ended })
    .where(isRow(key))
}

/** Marks a claimed message as written, in the transaction that hands it to its channel. */
export async function armDelivery(
  ctx: Ctx,
  tx: Transaction,
  key: DeliveryKey,
  { finds }: { finds: number },
): Promise<void> {
  await tx
    .update(delivery)
    .set({ state: 'armed', reason: null, collecting: false, dueAt: null, finds, updatedAt: ctx.now() })
    .where(isRow(key))
}

/** How long finished messages are kept for the log, in ms. */
const keptMs = 90 * 24 * 3_600_000

/** Deletes old finished messages. What they told stays told. */
export async function forgetDeliveries(ctx: Ctx, tx: Transaction): Promise<void> {
  await tx.delete(delivery).where(lt(delivery.finishedAt, new Date(ctx.now().getTime() - keptMs)))
}

/** Only mails are written. Other messages are sent once they no longer collect (attempts.ts). */
const isUnwritten = or(eq(delivery.channel, 'mail'), delivery.collecting)

export function isRow({ projectId, id }: DeliveryKey) {
  return and(eq(delivery.projectId, projectId), eq(delivery.id, id))
}
