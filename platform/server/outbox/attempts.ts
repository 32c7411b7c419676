import { and, eq, lte, ne, notInArray, sql } from 'drizzle-orm'
import type { Ctx } from '../ctx.ts'
import type { Transaction } from '../database/database.ts'
import { type Delivery, type DeliveryKey, isRow } from './outbox.ts'
import { delivery } from './tables.ts'

/** How long an attempt may take, in ms. Then the message is sent again, with the same ID. */
const leaseMs = 2 * 60_000

/** Ends the collecting of a claimed message that isn't a mail, and makes it due for sending. */
export async function readyDelivery(ctx: Ctx, tx: Transaction, key: DeliveryKey): Promise<void> {
  const now = ctx.now()
  await tx
    .update(delivery)
    .set({ state: 'queued', reason: null, collecting: false, dueAt: now, updatedAt: now })
    .where(isRow(key))
}

/** A message that is due for sending, and the ID of the member or destination that receives it. */
export type Sendable = DeliveryKey & Pick<Delivery, 'channel'> & { receiverId: string }

/** Returns the most overdue message of each receiver, without the receivers in `except`. */
export async function sendableDeliveries(
  ctx: Ctx,
  tx: Transaction,
  { except, limit }: { except: readonly string[]; limit: number },
): Promise<Sendable[]> {
  const receiver = sql<string>`coalesce(${delivery.destinationId}, ${delivery.userId})`
  const first = tx
    .selectDistinctOn([delivery.projectId, receiver], {
      projectId: delivery.projectId,
      id: delivery.id,
      channel: delivery.channel,
      receiverId: receiver.as('receiver_id'),
      dueAt: delivery.dueAt,
    })
    .from(delivery)
    .where(
      and(
        lte(delivery.dueAt, ctx.now()),
        ne(delivery.channel, 'mail'),
        eq(delivery.collecting, false),
        except.length > 0 ? notInArray(receiver, [...except]) : undefined,
      ),
    )
    .orderBy(delivery.projectId, receiver, delivery.dueAt)
    .as('first')
  return tx
    .select({ projectId: first.projectId, id: first.id, channel: first.channel, receiverId: first.receiverId })
    .from(first)
    .orderBy(first.dueAt)
    .limit(limit)
}

/** Locks a message that is due for sending until the transaction ends. Null if another worker has it. */
export async function lockSendable(ctx: Ctx, tx: Transaction, key: DeliveryKey): Promise<Delivery | null> {
  const isDue = and(isRow(key), lte(delivery.dueAt, ctx.now()), eq(delivery.collecting, false))
  const [row] = await tx.select().from(delivery).where(isDue).for('update', { skipLocked: true })
  return row ?? null
}

/** Arms a locked message for one attempt. Commit before the request. */
export async function beginAttempt(ctx: Ctx, tx: Transaction, row: Delivery): Promise<void> {
  const now = ctx.now()
  await tx
    .update(delivery)
    .set({ state: 'armed', tries: row.tries + 1, dueAt: new Date(now.getTime() + leaseMs), updatedAt: now })
    .where(isRow(row))
}

/** How an attempt ended: delivered, to be tried again at a time, or given up. */
export type AttemptEnd =
  | { state: 'sent'; finds: number }
  | { state: 'deferred'; reason: string; at: Date }
  | { state: 'refused'; reason: string }

/** Records the end of an attempt. Returns false if the message has been armed again since. */
export async function endAttempt(
  ctx: Ctx,
  tx: Transaction,
  { tries, ...key }: DeliveryKey & { tries: number },
  end: AttemptEnd,
): Promise<boolean> {
  const now = ctx.now()
  const { rowCount } = await tx
    .update(delivery)
    .set({
      state: end.state,
      reason: end.state === 'sent' ? null : end.reason,
      dueAt: end.state === 'deferred' ? end.at : null,
      finishedAt: end.state === 'deferred' ? null : now,
      ...(end.state === 'sent' && { finds: end.finds }),
      updatedAt: now,
    })
    .where(and(isRow(key), eq(delivery.state, 'armed'), eq(delivery.tries, tries)))
  return rowCount === 1
}

/** Makes a finished or deferred message due again, with all its attempts. Returns false if it is being sent. */
export async function replayDelivery(ctx: Ctx, tx: Transaction, row: Delivery): Promise<boolean> {
  if (row.state === 'armed' || row.state === 'queued') return false
  const again = { state: 'queued', reason: null, tries: 0, finishedAt: null } as const
  await tx
    .update(delivery)
    .set({ ...again, dueAt: ctx.now(), updatedAt: ctx.now() })
    .where(isRow(row))
  return true
}
