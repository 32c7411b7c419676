import { actingAs, type Ctx } from '#platform/server/ctx.ts'
import { transaction } from '#platform/server/database/database.ts'
import { delivery } from '#platform/server/outbox/tables.ts'
import { deliveryAttempt } from './tables.ts'

/** Adds a test message to a destination that was refused, with its attempt. Returns its ID. */
export async function seedDelivery(ctx: Ctx, projectId: string, destinationId: string): Promise<string> {
  const id = ctx.id()
  const dates = { finishedAt: ctx.now(), createdAt: ctx.now(), updatedAt: ctx.now() }
  await transaction(actingAs(ctx, { kind: 'job', name: 'test' }), async (tx) => {
    await tx.insert(delivery).values({
      ...{ projectId, id, channel: 'webhook', destinationId, sample: true, state: 'refused', collecting: false },
      ...dates,
    })
    await tx.insert(deliveryAttempt).values({
      ...{ projectId, id: ctx.id(), deliveryId: id, startedAt: ctx.now(), ms: 12, status: 500 },
      ...{ reason: 'The endpoint answered 500.', response: 'Out of order' },
    })
  })
  return id
}
