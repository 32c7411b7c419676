import { and, desc, eq, type SQL } from 'drizzle-orm'
import type { Ctx } from '#platform/server/ctx.ts'
import { readOnly, type Transaction } from '#platform/server/database/database.ts'
import { ownProjects } from '#platform/server/database/rows/find.ts'
import { delivery } from '#platform/server/outbox/tables.ts'
import { requireRight } from '#platform/server/permissions/rights.ts'
import { presentActor } from '#platform/server/permissions/signed-in.ts'
import { member, project } from '#platform/server/tenancy/tables.ts'
import { deliveriesMax } from '../contract.ts'
import type { AlertDelivery } from '../contract-deliveries.ts'
import type { OwnDelivery } from '../contract-personal.ts'
import { destination } from './destinations/tables.ts'
import { alertRule } from './tables.ts'
import { reasonWords } from './words.ts'

/** Returns a project's newest messages, with the reason for each that was not delivered. */
export async function readDeliveries(ctx: Ctx, { id: projectId }: { id: string }): Promise<AlertDelivery[]> {
  requireRight(ctx, projectId, 'readWatchlist')
  return readOnly(ctx, (tx) => deliveriesOf(tx, projectId))
}

/** Returns the newest messages to the caller in all their projects. */
export async function readOwnDeliveries(ctx: Ctx): Promise<OwnDelivery[]> {
  const isOwn = and(ownProjects(ctx, delivery.projectId), eq(delivery.userId, presentActor(ctx).userId))
  const found = await readOnly(ctx, (tx) => readRows(tx, isOwn))
  return found.map(({ project: place, shown: { user: _, destination: __, ...shown } }) => ({
    ...shown,
    project: place,
  }))
}

/** Returns one message of a project, or the newest ones. */
export async function deliveriesOf(tx: Transaction, projectId: string, id?: string): Promise<AlertDelivery[]> {
  const isWanted = and(eq(delivery.projectId, projectId), id === undefined ? undefined : eq(delivery.id, id))
  return (await readRows(tx, isWanted)).map(({ shown }) => shown)
}

async function readRows(tx: Transaction, where: SQL | undefined) {
  const rows = await tx
    .select({
      delivery,
      rule: { id: alertRule.id, name: alertRule.name },
      project: { id: project.id, name: project.name },
      email: member.email,
      to: destination.name,
    })
    .from(delivery)
    .innerJoin(project, eq(project.id, delivery.projectId))
    .innerJoin(alertRule, and(eq(alertRule.projectId, delivery.projectId), eq(alertRule.id, delivery.ruleId)))
    .leftJoin(member, and(eq(member.projectId, delivery.projectId), eq(member.userId, delivery.userId)))
    .leftJoin(
      destination,
      and(eq(destination.projectId, delivery.projectId), eq(destination.id, delivery.destinationId)),
    )
    .where(where)
    .orderBy(desc(delivery.id))
    .limit(deliveriesMax)
  return rows.map(({ delivery: row, rule, project: place, email, to }) => ({
    project: place,
    shown: {
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
    } satisfies AlertDelivery,
  }))
}
