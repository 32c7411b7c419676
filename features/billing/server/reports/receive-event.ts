import { eq } from 'drizzle-orm'
import type { Ctx } from '#platform/server/ctx.ts'
import { type Transaction, transaction } from '#platform/server/database/database.ts'
import { type PaddleEvent, readEvent } from '../paddle/wire.ts'
import { billingEvent } from '../tables.ts'
import { applyAdjustment, changedAtOf } from './adjustment.ts'
import { asProvider, type Effect, lockReports } from './report.ts'
import { applySubscription } from './subscription.ts'
import { applyTransaction } from './transaction.ts'

/** Stores an event and applies it, in one transaction and only once, however often it arrives. */
export function receiveEvent(ctx: Ctx, event: PaddleEvent, body: unknown): Promise<void> {
  const own = asProvider(ctx)
  return transaction(own, (tx) => receiveIn(own, tx, event, body))
}

/** Does the same in an open transaction. */
export async function receiveIn(ctx: Ctx, tx: Transaction, event: PaddleEvent, body: unknown): Promise<void> {
  const { id, type, occurredAt } = event
  const stored = await tx
    .insert(billingEvent)
    .values({ id, type, occurredAt, outcome: 'ignored', receivedAt: ctx.now() })
    .onConflictDoNothing()
    .returning({ id: billingEvent.id })
  if (stored.length === 0) return
  await lockReports(tx)
  await settle(ctx, tx, event, body)
}

/** Applies a stored event, then the events that waited for its object. */
async function settle(ctx: Ctx, tx: Transaction, event: PaddleEvent, body: unknown): Promise<void> {
  const effect = await applyEvent(ctx, tx, event)
  const waiting = typeof effect === 'object' ? effect : null
  const outcome = typeof effect === 'object' ? 'waiting' : effect
  await tx
    .update(billingEvent)
    .set({ outcome, waitsFor: waiting?.waitsFor ?? null, body: waiting ? body : null })
    .where(eq(billingEvent.id, event.id))
  if (effect === 'unknown') {
    ctx.log.warn({ event: event.id, type: event.type }, 'event of the payment provider belongs to no checkout')
  }
  if (outcome !== 'applied') return
  await settleWaiting(ctx, tx, event.about === 'other' ? '' : event.data.id)
}

/** Applies the events that waited for the object with this ID. */
export async function settleWaiting(ctx: Ctx, tx: Transaction, id: string): Promise<void> {
  const rows = await tx.select().from(billingEvent).where(eq(billingEvent.waitsFor, id)).orderBy(billingEvent.id)
  for (const { body } of rows) {
    const event = readEvent(body)
    if (event) await settle(ctx, tx, event, body)
  }
}

function applyEvent(ctx: Ctx, tx: Transaction, event: PaddleEvent): Promise<Effect> {
  const { id: eventId, type, occurredAt } = event
  const report = (changedAt: string) => ({ occurredAt, eventId, changedAt })
  switch (event.about) {
    case 'subscription':
      return applySubscription(ctx, tx, event.data, report(event.data.updated_at))
    case 'transaction':
      return applyTransaction(ctx, tx, event.data, { ...report(event.data.updated_at), type })
    case 'adjustment':
      return applyAdjustment(ctx, tx, event.data, report(changedAtOf(event.data)))
    case 'other':
      return Promise.resolve('ignored')
  }
}
