import { and, desc, eq, inArray } from 'drizzle-orm'
import { ApiError } from '#platform/contract/errors.ts'
import { audit } from '#platform/server/audit.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { readOnly, type Transaction, transaction } from '#platform/server/database/database.ts'
import { ownProjects } from '#platform/server/database/rows/find.ts'
import { faultOfField, lockRow } from '#platform/server/database/rows/own-row.ts'
import { replayDelivery } from '#platform/server/outbox/attempts.ts'
import type { Delivery } from '#platform/server/outbox/outbox.ts'
import { delivery } from '#platform/server/outbox/tables.ts'
import { spend } from '#platform/server/permissions/rate-limit.ts'
import { requireRight } from '#platform/server/permissions/rights.ts'
import type { DestinationDelivery } from '../../contract-deliveries.ts'
import { alertRule } from '../tables.ts'
import { destinations } from './destinations.ts'
import { deliveryAttempt, destination } from './tables.ts'

/** How many messages the log has. */
const logMost = 50

/** Returns the newest messages to a destination, with the attempts to deliver them. */
export async function readDestinationDeliveries(ctx: Ctx, { id }: { id: string }): Promise<DestinationDelivery[]> {
  return readOnly(ctx, async (tx) => {
    const isRow = and(ownProjects(ctx, destination.projectId), eq(destination.id, id))
    const [row] = await tx.select({ projectId: destination.projectId }).from(destination).where(isRow)
    if (!row) throw new ApiError('NotFoundError', 'Not Found')
    requireRight(ctx, row.projectId, 'changeProject')
    const isTo = and(eq(delivery.projectId, row.projectId), eq(delivery.destinationId, id))
    const rows = await tx.select().from(delivery).where(isTo).orderBy(desc(delivery.id)).limit(logMost)
    return presented(tx, rows)
  })
}

/** Sends a test message to a destination. It is tried once. */
export async function testDestination(ctx: Ctx, { id }: { id: string }): Promise<DestinationDelivery> {
  await spend(ctx, [{ key: `test of destination ${id}`, attempts: 20, minutes: 60 }], 'Too many tests')
  return transaction(ctx, async (tx) => {
    const { projectId, channel } = await lockRow(ctx, tx, destinations, id)
    requireRight(ctx, projectId, 'changeProject')
    const now = ctx.now()
    const [row] = await tx
      .insert(delivery)
      .values({
        ...{ projectId, id: ctx.id(), ruleId: null, channel, userId: null, destinationId: id, sample: true },
        ...{ state: 'queued', collecting: false, windowAt: null, dueAt: now, createdAt: now, updatedAt: now },
      })
      .returning()
    if (!row) throw new Error('the test was not written')
    await ctx.queue.send(tx, 'deliveries', {})
    await audit(ctx, tx, { projectId, action: 'destination.test', subjectId: id })
    return presentOne(tx, row)
  })
}

/** Sends a message to a destination again, with the same ID. Throws ConflictError while it is being sent. */
export async function replay(
  ctx: Ctx,
  { id, data }: { id: string; data: { delivery: string } },
): Promise<DestinationDelivery> {
  await spend(ctx, [{ key: `replays to destination ${id}`, attempts: 100, minutes: 60 }], 'Too many replays')
  return transaction(ctx, async (tx) => {
    const { projectId } = await lockRow(ctx, tx, destinations, id)
    requireRight(ctx, projectId, 'changeProject')
    const key = { projectId, destinationId: id, id: data.delivery }
    const row = await lockDelivery(tx, key)
    if (!row) throw faultOfField('delivery', "delivery must be one of the webhook's messages")
    if (!(await replayDelivery(ctx, tx, row))) {
      throw new ApiError('ConflictError', 'This message is being sent. Wait until it has ended.')
    }
    await ctx.queue.send(tx, 'deliveries', {})
    await audit(ctx, tx, { projectId, action: 'delivery.replay', subjectId: row.id })
    const again = await lockDelivery(tx, key)
    if (!again) throw new Error('the delivery is gone')
    return presentOne(tx, again)
  })
}

async function lockDelivery(
  tx: Transaction,
  { projectId, destinationId, id }: { projectId: string; destinationId: string; id: string },
): Promise<Delivery | null> {
  const isTo = and(eq(delivery.projectId, projectId), eq(delivery.destinationId, destinationId), eq(delivery.id, id))
  const [row] = await tx.select().from(delivery).where(isTo).for('update')
  return row ?? null
}

async function presentOne(tx: Transaction, row: Delivery): Promise<DestinationDelivery> {
  const [shown] = await presented(tx, [row])
  if (!shown) throw new Error('nothing to show')
  return shown
}

async function presented(tx: Transaction, rows: readonly Delivery[]): Promise<DestinationDelivery[]> {
  const [first] = rows
  if (!first) return []
  const { projectId } = first
  const ruleIds = rows.flatMap(({ ruleId }) => (ruleId === null ? [] : [ruleId]))
  const rules = await tx
    .select({ id: alertRule.id, name: alertRule.name })
    .from(alertRule)
    .where(and(eq(alertRule.projectId, projectId), inArray(alertRule.id, ruleIds)))
  const deliveryIds = rows.map(({ id }) => id)
  const attempts = await tx
    .select()
    .from(deliveryAttempt)
    .where(and(eq(deliveryAttempt.projectId, projectId), inArray(deliveryAttempt.deliveryId, deliveryIds)))
    .orderBy(desc(deliveryAttempt.id))
  return rows.map((row) => ({
    ...{ id: row.id, createdAt: row.createdAt.toISOString(), sample: row.sample, state: row.state },
    ...{ reason: row.reason, finds: row.finds },
    rule: rules.find(({ id }) => id === row.ruleId) ?? null,
    dueAt: row.dueAt?.toISOString() ?? null,
    finishedAt: row.finishedAt?.toISOString() ?? null,
    attempts: attempts
      .filter(({ deliveryId }) => deliveryId === row.id)
      .map(({ startedAt, ms, status, reason, response }) => ({
        ...{ startedAt: startedAt.toISOString(), ms, status, reason, response },
      })),
  }))
}
