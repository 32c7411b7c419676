import { and, eq, inArray, sql } from 'drizzle-orm'
import { alertRouter } from '#engine/alerts/matching.ts'
import { type DigestChoice, digestDue, scheduleFor } from '#engine/alerts/timing.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { type Transaction, transaction } from '#platform/server/database/database.ts'
import { faultOf } from '#platform/server/faults/fault.ts'
import { collectingDelivery, type Delivery } from '#platform/server/outbox/outbox.ts'
import { project, user } from '#platform/server/tenancy/tables.ts'
import { alertRuleDestination, destination } from './destinations/tables.ts'
import { readFinds } from './finds.ts'
import { notificationSetting } from './personal/tables.ts'
import { scheduleOf } from './reschedule.ts'
import { alert, alertDue, alertRecipient, alertRule, deliveryAlert } from './tables.ts'
import { writeDueMessages } from './write-messages.ts'

/** Finds per transaction. */
const findsAtOnce = 500
const projectsAtOnce = 500

type RuleRow = typeof alertRule.$inferSelect

/** Something that a rule matched. */
type NewAlert = Pick<
  typeof alert.$inferInsert,
  'ruleId' | 'item' | 'postId' | 'details' | 'userId' | 'reminderId' | 'noteId' | 'taskId'
>

/**
 * Compares what became visible with the rules of its project, one transaction each, and writes the messages that are due.
 * Any number of workers share the work. An error in one project does not hold up the others; the last one is thrown at
 * the end.
 */
export async function runAlerts(ctx: Ctx): Promise<void> {
  let fault: { error: unknown } | null = null
  const failed = new Set<string>()
  for (let isLeft = true; isLeft && !ctx.stopping.aborted; ) {
    const projectIds = (await transaction(ctx, projectsWithDue)).filter((id) => !failed.has(id))
    for (const projectId of projectIds) {
      await transaction(ctx, (tx) => evaluateProject(ctx, tx, projectId)).catch((error: unknown) => {
        ctx.log.error({ projectId, ...faultOf(error) }, 'evaluating alerts failed')
        failed.add(projectId)
        fault = { error }
      })
    }
    isLeft = projectIds.length > 0
  }
  await writeDueMessages(ctx)
  if (fault) throw (fault as { error: unknown }).error
}

async function projectsWithDue(tx: Transaction): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(
    sql`select distinct project_id as id from alert_due limit ${projectsAtOnce}`,
  )
  return rows.map(({ id }) => id)
}

/** Evaluates the oldest due finds of a project and takes them off the list. */
async function evaluateProject(ctx: Ctx, tx: Transaction, projectId: string): Promise<void> {
  await lockAlerts(tx, projectId)
  const oldest = sql`${alertDue.id} in (
    select d.id from alert_due d where d.project_id = ${projectId} order by d.id limit ${findsAtOnce})`
  const due = await tx
    .delete(alertDue)
    .where(and(eq(alertDue.projectId, projectId), oldest))
    .returning({ kind: alertDue.kind, postId: alertDue.postId })
  const rules = await activeRules(tx, projectId, ['lead', 'mention'])
  if (due.length === 0 || rules.length === 0) return
  const route = alertRouter(rules)
  const matched: NewAlert[] = []
  for (const kind of ['lead', 'mention'] as const) {
    const postIds = due.filter((each) => each.kind === kind).map(({ postId }) => postId)
    if (postIds.length === 0) continue
    const where = sql`r.post_id = any (${sql.param(postIds)}::uuid[])`
    for (const find of await readFinds(tx, projectId, { kind, where, limit: findsAtOnce })) {
      const postId = find.item.id
      for (const ruleId of route(find, ctx.now())) matched.push({ ruleId, item: postId, postId })
    }
  }
  await addAlerts(ctx, tx, { projectId, rules, matched })
}

/** Makes other evaluations of a project wait until the transaction ends. */
export async function lockAlerts(tx: Transaction, projectId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('earshot alerts'), hashtext(${projectId}))`)
}

/** Returns the active rules of these kinds. */
export function activeRules(tx: Transaction, projectId: string, kinds: readonly RuleRow['kind'][]): Promise<RuleRow[]> {
  return tx
    .select()
    .from(alertRule)
    .where(and(eq(alertRule.projectId, projectId), eq(alertRule.status, 'active'), inArray(alertRule.kind, [...kinds])))
    .orderBy(alertRule.id)
}

interface Matched {
  projectId: string
  rules: readonly RuleRow[]
  matched: readonly NewAlert[]
}

/** Adds what the rules matched, unless it was added before, to the messages for their recipients. */
export async function addAlerts(ctx: Ctx, tx: Transaction, { projectId, rules, matched }: Matched): Promise<void> {
  if (matched.length === 0) return
  const now = ctx.now()
  const rows = matched.map((each) => ({ projectId, id: ctx.id(), ...each, createdAt: now }))
  const added = await tx
    .insert(alert)
    .values(rows)
    .onConflictDoNothing()
    .returning({ id: alert.id, ruleId: alert.ruleId, userId: alert.userId })
  if (added.length === 0) return
  const [place] = await tx.select({ timeZone: project.timeZone }).from(project).where(eq(project.id, projectId))
  for (const rule of rules) {
    const own = added.filter(({ ruleId }) => ruleId === rule.id)
    if (own.length === 0) continue
    const schedule = scheduleOf(rule, place?.timeZone ?? 'UTC')
    for (const { choice, ...receiver } of await receiversOf(tx, rule)) {
      const told = own.filter(({ userId }) => userId === null || (receiver.userId ?? userId) === userId)
      if (told.length === 0) continue
      const destination = { projectId, ruleId: rule.id, ...receiver }
      const windowAt = digestDue(choice ? scheduleFor(schedule, choice) : schedule, now)
      const deliveryId = await collectingDelivery(ctx, tx, destination, { windowAt })
      await tx.insert(deliveryAlert).values(told.map(({ id }) => ({ projectId, deliveryId, alertId: id })))
    }
  }
}

type Receiver = Pick<Delivery, 'channel' | 'userId' | 'destinationId'> & {
  /** A member's; null for destinations. */
  choice: DigestChoice | null
}

/** Returns the members and destinations that a rule tells, in a fixed order that prevents deadlocks. */
async function receiversOf(tx: Transaction, { projectId, id, channel, kind }: RuleRow): Promise<Receiver[]> {
  // The whole team gets these by default, and most of them turned on no browser.
  const isPushForAll = kind === 'personal' && channel === 'push'
  const isRecipient = and(eq(alertRecipient.projectId, projectId), eq(alertRecipient.ruleId, id))
  const members = await tx
    .select({ userId: alertRecipient.userId, timeOfDay: notificationSetting.timeOfDay, timeZone: user.timeZone })
    .from(alertRecipient)
    .innerJoin(user, eq(user.id, alertRecipient.userId))
    .leftJoin(notificationSetting, eq(notificationSetting.userId, alertRecipient.userId))
    .where(
      and(
        isRecipient,
        isPushForAll ? sql`exists (select from push_subscription s where s.user_id = ${user.id})` : undefined,
      ),
    )
    .orderBy(alertRecipient.userId)
  const destinations = await tx
    .select({ id: destination.id, channel: destination.channel })
    .from(alertRuleDestination)
    .innerJoin(
      destination,
      and(
        eq(destination.projectId, alertRuleDestination.projectId),
        eq(destination.id, alertRuleDestination.destinationId),
      ),
    )
    .where(and(eq(alertRuleDestination.projectId, projectId), eq(alertRuleDestination.ruleId, id)))
    .orderBy(destination.id)
  return [
    ...members.map(({ userId, ...choice }) => ({ channel, userId, destinationId: null, choice })),
    ...destinations.map((each) => ({ channel: each.channel, userId: null, destinationId: each.id, choice: null })),
  ]
}
