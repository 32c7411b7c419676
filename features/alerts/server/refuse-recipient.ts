import { and, eq, isNull, ne, sql } from 'drizzle-orm'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { type Delivery, refuseDelivery } from '#platform/server/outbox/outbox.ts'
import { delivery } from '#platform/server/outbox/tables.ts'
import { deliveryAlert } from './tables.ts'

/**
 * Ends a claimed message that can't be sent to its member. It takes over the alerts of the messages before it of the same
 * rule, window, and reason, so that the log has one row for them, and not one per lead.
 */
export async function refuseRecipient(ctx: Ctx, tx: Transaction, claimed: Delivery, reason: string): Promise<void> {
  const { projectId, id, ruleId, channel, userId, windowAt } = claimed
  if (ruleId === null || userId === null) throw new Error('the delivery has no rule or member')
  await refuseDelivery(ctx, tx, claimed, reason)
  const earlier = await tx
    .select({ id: delivery.id })
    .from(delivery)
    .where(
      and(
        ...[eq(delivery.projectId, projectId), eq(delivery.ruleId, ruleId), eq(delivery.channel, channel)],
        ...[eq(delivery.userId, userId), eq(delivery.sample, false), ne(delivery.id, id)],
        ...[eq(delivery.state, 'refused'), eq(delivery.reason, reason)],
        windowAt === null ? isNull(delivery.windowAt) : eq(delivery.windowAt, windowAt),
      ),
    )
    .for('update')
  for (const row of earlier) {
    const isRow = and(eq(deliveryAlert.projectId, projectId), eq(deliveryAlert.deliveryId, row.id))
    await tx.update(deliveryAlert).set({ deliveryId: id }).where(isRow)
    await tx.delete(delivery).where(and(eq(delivery.projectId, projectId), eq(delivery.id, row.id)))
  }
  const count = sql`(select count(*) from ${deliveryAlert} where ${and(
    eq(deliveryAlert.projectId, projectId),
    eq(deliveryAlert.deliveryId, id),
  )})`
  await tx
    .update(delivery)
    .set({ finds: count })
    .where(and(eq(delivery.projectId, projectId), eq(delivery.id, id)))
}
