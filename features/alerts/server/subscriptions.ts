import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { hasRight, workingStatuses } from '#engine/rules/access.ts'
import { ApiError } from '#platform/contract/errors.ts'
import { audit } from '#platform/server/audit.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { readOnly, type Transaction, transaction } from '#platform/server/database/database.ts'
import { lockRow } from '#platform/server/database/rows/own-row.ts'
import { insufficientRole } from '#platform/server/permissions/refusals.ts'
import { roleIn } from '#platform/server/permissions/rights.ts'
import { presentActor } from '#platform/server/permissions/signed-in.ts'
import { project } from '#platform/server/tenancy/tables.ts'
import type { AlertSubscription } from '../contract.ts'
import { alertRules } from './alert-rules.ts'
import { alertRecipient, alertRule, alertUnsubscribe } from './tables.ts'
import { rightOf } from './write-messages.ts'

/**
 * Returns the rules of the caller's projects that alert the caller or may do so. Clients see only those that alerted them
 * before, since rules show what the team looks for.
 */
export async function ownSubscriptions(ctx: Ctx): Promise<AlertSubscription[]> {
  const found = await readOnly(ctx, (tx) => readSubscriptions(ctx, tx, inArray(project.status, [...workingStatuses])))
  return found.flatMap(({ kind, wasTold, ...subscription }) => {
    const role = roleIn(ctx, subscription.project.id)
    const isKnown = hasRight(role, 'readWatchlist') || subscription.subscribed || wasTold
    return isKnown && hasRight(role, rightOf[kind]) ? [subscription] : []
  })
}

/** Adds the caller to the recipients of a rule. Throws ForbiddenError if their role can't see what it is about. */
export function subscribe(ctx: Ctx, { id }: { id: string }): Promise<AlertSubscription> {
  return change(ctx, id, 'alertRule.subscribe', (tx, recipient) =>
    tx.insert(alertRecipient).values(recipient).onConflictDoNothing(),
  )
}

/** Removes the caller from the recipients of a rule. Messages that wait for them will be refused. */
export function unsubscribe(ctx: Ctx, { id }: { id: string }): Promise<AlertSubscription> {
  return change(ctx, id, 'alertRule.unsubscribe', (tx, { projectId, ruleId, userId }) =>
    tx
      .delete(alertRecipient)
      .where(
        and(
          eq(alertRecipient.projectId, projectId),
          eq(alertRecipient.ruleId, ruleId),
          eq(alertRecipient.userId, userId),
        ),
      ),
  )
}

async function change(
  ctx: Ctx,
  ruleId: string,
  action: 'alertRule.subscribe' | 'alertRule.unsubscribe',
  write: (
    tx: Transaction,
    recipient: typeof alertRecipient.$inferInsert,
  ) => PromiseLike<{
    rowCount: number | null
  }>,
): Promise<AlertSubscription> {
  const { userId } = presentActor(ctx)
  return transaction(ctx, async (tx) => {
    const { projectId, kind } = await lockRow(ctx, tx, alertRules, ruleId)
    if (!hasRight(roleIn(ctx, projectId), rightOf[kind])) throw insufficientRole()
    const { rowCount } = await write(tx, { projectId, ruleId, userId })
    if (rowCount) await audit(ctx, tx, { projectId, action, subjectId: ruleId })
    const [row] = await readSubscriptions(ctx, tx, eq(alertRule.id, ruleId))
    if (!row) throw new ApiError('NotFoundError', 'Not Found')
    const { rule, project: place, subscribed } = row
    return { rule, project: place, subscribed }
  })
}

interface Found extends AlertSubscription {
  kind: AlertSubscription['rule']['kind']
  /** Whether a mail of the rule went to the caller. */
  wasTold: boolean
}

async function readSubscriptions(ctx: Ctx, tx: Transaction, where: SQL): Promise<Found[]> {
  const { userId } = presentActor(ctx)
  const isOwn = and(
    eq(alertRecipient.projectId, alertRule.projectId),
    eq(alertRecipient.ruleId, alertRule.id),
    eq(alertRecipient.userId, userId),
  )
  const wasTold = sql<boolean>`exists (select from ${alertUnsubscribe} where ${and(
    eq(alertUnsubscribe.projectId, alertRule.projectId),
    eq(alertUnsubscribe.ruleId, alertRule.id),
    eq(alertUnsubscribe.userId, userId),
  )})`
  const rows = await tx
    .select({
      rule: alertRule,
      project: { id: project.id, name: project.name, timeZone: project.timeZone },
      subscribed: sql<boolean>`${alertRecipient.userId} is not null`,
      wasTold,
    })
    .from(alertRule)
    .innerJoin(project, eq(project.id, alertRule.projectId))
    .leftJoin(alertRecipient, isOwn)
    .where(where)
    .orderBy(asc(project.name), asc(project.id), asc(alertRule.createdAt), asc(alertRule.id))
  return rows.map(({ rule, ...rest }) => ({ ...rest, kind: rule.kind, rule: shown(rule) }))
}

function shown(row: typeof alertRule.$inferSelect): AlertSubscription['rule'] {
  const { id, name, kind, rhythm, timeOfDay, quietHours, workingHours, snoozedUntil, channel, status } = row
  return {
    ...{ id, name, kind, rhythm, timeOfDay, quietHours, workingHours, channel, status },
    snoozedUntil: snoozedUntil?.toISOString() ?? null,
  }
}
