import { and, desc, eq } from 'drizzle-orm'
import type { Ctx } from '#platform/server/ctx.ts'
import { readOnly, type Transaction } from '#platform/server/database/database.ts'
import { delivery } from '#platform/server/outbox/tables.ts'
import { requireRight } from '#platform/server/permissions/rights.ts'
import { member } from '#platform/server/tenancy/tables.ts'
import { deliveriesMax } from '../contract.ts'
import type { AlertDelivery } from '../contract-deliveries.ts'
import { destination } from './destinations/tables.ts'
import { alertRule } from './tables.ts'
import { reasonWords } from './words.ts'

/** Returns a project's newest messages, with the reason for each that was not delivered. */
export async function readDeliveries(ctx: Ctx, { id: projectId }: { id: string }): Promise<AlertDelivery[]> {
  requireRight(ctx, projectId, 'readWatchlist')
  return readOnly(ctx, (tx) => deliveriesOf(tx, projectId))
}

/** Returns one message, or the newest ones. */
export async function deliveriesOf(tx: Transaction, projectId: string, id?: string): Promise<AlertDelivery[]> {
  const rows = await tx
    .select({ delivery, rule: { id: alertRule.id, name: alertRule.name }, email: member.email, to: destination.name })
    .from(delivery)
    .innerJoin(alertRule, and(eq(alertRule.projectId, delivery.projectId), eq(alertRule.id, delivery.ruleId)))
    .leftJoin(member, and(eq(member.projectId, delivery.projectId), eq(member.userId, delivery.userId)))
    .leftJoin(
      destination,
      and(eq(destination.projectId, delivery.projectId), eq(destination.id, delivery.destinationId)),
    )
    .where(and(eq(delivery.projectId, projectId), id === undefined ? undefined : eq(delivery.id, id)))
    .orderBy(desc(delivery.id))
    .limit(deliveriesMax)
  return rows.map(({ delivery: row, rule, email, to }) => ({
    id: row.id,
    createdAt: row.createdAt.toISOString(),
    rule,
    channel: row.channel,
    user: row.userId !== null && email !== null ? { id: row.userId, documentId: row.userId, email } : null,
    destination: row.destinationId !== null && to !== null ? { id: row.destinationId, name: to } : null,
    sample: row.sample,
    state: row.state,
    reason: reasonWords(row.reason),
    dueAt: row.dueAt?.toISOString() ?? null,
    finishedAt: row.finishedAt?.toISOString() ?? null,
    finds: row.finds,
  }))
}
