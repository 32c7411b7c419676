import { isDeepStrictEqual } from 'node:util'
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { SetupAlerts } from '#engine/alerts/setup-alerts.ts'
import { requireQuery } from '#features/search/server/index.ts'
import { requireMember } from '#features/team/server/index.ts'
import type { RelatedChange } from '#platform/contract/body/relations.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { toOne } from '#platform/server/database/rows/find.ts'
import { faultOfField, insertRow, type Writing } from '#platform/server/database/rows/own-row.ts'
import { relatedAfter } from '#platform/server/database/rows/related.ts'
import { createRow, deleteRow, updateRow } from '#platform/server/database/rows/write-row.ts'
import { delivery } from '#platform/server/outbox/tables.ts'
import { authorOf } from '#platform/server/permissions/author-of.ts'
import { resourceRows } from '#platform/server/resource.ts'
import {
  type AlertRule,
  type AlertRuleCreate,
  type AlertRuleUpdate,
  alertRulesContract,
  destinationsMax,
  recipientsMax,
} from '../contract.ts'
import { changeDestinations, destinationsOf, requireDestinations, writeDestinations } from './destinations/of-rules.ts'
import { makeDue, reschedule } from './reschedule.ts'
import { alertRecipient, alertRule } from './tables.ts'

type RuleRow = typeof alertRule.$inferSelect

/** How alert rules are read, with their recipients. */
export const alertRules: Writing<RuleRow, AlertRule> = {
  ...resourceRows(alertRulesContract, alertRule),
  unique: { index: 'alert_rule_name', field: 'name', taken: 'An alert rule with this name already exists' },
  links: {
    project: toOne('projects', (row) => row.projectId),
    createdBy: toOne('users', (row) => row.createdBy),
    recipients: { to: 'users', ids: (tx, rows) => recipientsOf(tx, rows) },
    destinations: { to: 'destinations', ids: (tx, rows) => destinationsOf(tx, rows) },
  },
}

const written = { noun: 'alertRule', right: 'changeProject', rows: alertRules } as const

/** Saves a rule. Without recipients, it alerts the member who adds it. */
export async function createAlertRule(ctx: Ctx, input: AlertRuleCreate): Promise<AlertRule> {
  const { project: projectId, recipients, destinations, snoozedUntil, ...values } = input
  requireReadable(values.query)
  const author = authorOf(ctx)
  const wanted = recipients
    ? relatedAfter([], recipients, { field: 'recipients', most: recipientsMax })
    : [author].filter((id) => id !== null)
  const links = relatedAfter([], destinations, { field: 'destinations', most: destinationsMax })
  return createRow(
    ctx,
    written,
    { projectId, ...values, snoozedUntil: instantOf(snoozedUntil), createdBy: author },
    {
      check: async (tx) => {
        await requireMembers(tx, projectId, wanted)
        await requireEntries(tx, projectId, values.keywords)
        await requireDestinations(tx, projectId, links)
      },
      also: async (tx, id) => {
        await writeRecipients(tx, { projectId, id }, wanted)
        await writeDestinations(tx, { projectId, id }, links)
      },
    },
  )
}

/** Changes a rule. Waiting messages follow its new hours; those to former recipients are refused. */
export async function updateAlertRule(
  ctx: Ctx,
  { id, data }: { id: string; data: AlertRuleUpdate },
): Promise<AlertRule> {
  const { recipients, destinations, snoozedUntil, ...values } = data
  requireReadable(values.query)
  return updateRow(
    ctx,
    written,
    id,
    async (row, tx) => {
      await requireEntries(tx, row.projectId, values.keywords ?? [])
      return { ...values, ...(snoozedUntil !== undefined && { snoozedUntil: instantOf(snoozedUntil) }) }
    },
    async (tx, row) => {
      await followRule(ctx, tx, row, data)
      return [...(await changeRecipients(tx, row, recipients)), ...(await changeDestinations(tx, row, destinations))]
    },
  )
}

/** Changes the recipients, if any are sent. Returns the names of the changed fields. */
async function changeRecipients(tx: Transaction, row: RuleRow, sent: RelatedChange | undefined): Promise<string[]> {
  if (sent === undefined) return []
  const [standing = []] = await recipientsOf(tx, [row])
  const wanted = relatedAfter(standing, sent, { field: 'recipients', most: recipientsMax })
  if (isDeepStrictEqual(wanted, standing)) return []
  await requireMembers(tx, row.projectId, wanted)
  await writeRecipients(tx, row, wanted)
  return ['recipients']
}

export function deleteAlertRule(ctx: Ctx, { id }: { id: string }): Promise<void> {
  return deleteRow(ctx, written, id)
}

/** Makes what a changed rule has collected due by its new rhythm. */
async function followRule(
  ctx: Ctx,
  tx: Transaction,
  { projectId, id, ...before }: RuleRow,
  { rhythm = before.rhythm, timeOfDay = before.timeOfDay }: AlertRuleUpdate,
): Promise<void> {
  const isOfRule = and(eq(delivery.projectId, projectId), eq(delivery.ruleId, id))
  if (rhythm === before.rhythm && timeOfDay === before.timeOfDay) return makeDue(ctx, tx, isOfRule)
  return reschedule(ctx, tx, isOfRule, { rhythm, timeOfDay })
}

/**
 * Adds the rules of a new project: hot leads immediately, the rest once a day (docs/decisions/0101), and reminders and
 * mentions, for the whole team (0116).
 */
export async function addDefaultRules(
  ctx: Ctx,
  tx: Transaction,
  { projectId, userId }: { projectId: string; userId: string },
): Promise<void> {
  const rules = [
    { name: 'Hot leads', rhythm: 'immediately', label: 3, fresh: true, restOnly: false },
    { name: 'Daily digest', rhythm: 'daily', label: 2, fresh: false, restOnly: true },
  ] as const
  const dates = { createdAt: ctx.now(), updatedAt: ctx.now() }
  const rows = rules.map((rule) => ({
    ...{ projectId, id: ctx.id(), ...rule, kind: 'lead' as const, query: '', threshold: 0, keywords: [] },
    ...{ timeOfDay: '08:00', channel: 'mail' as const, status: 'active' as const, createdBy: userId, ...dates },
  }))
  await tx.insert(alertRule).values(rows)
  await tx.insert(alertRecipient).values(rows.map(({ id }) => ({ projectId, ruleId: id, userId })))
  await addPersonalRules(ctx, tx, { projectId, userId })
}

/** Adds the rules about reminders, tasks, and mentions. A trigger adds whoever joins the team to their recipients. */
async function addPersonalRules(
  ctx: Ctx,
  tx: Transaction,
  { projectId, userId }: { projectId: string; userId: string },
): Promise<void> {
  const rules = [
    { name: 'Reminders, tasks, and notes', channel: 'mail' },
    { name: 'Reminders, tasks, and notes by push', channel: 'push' },
  ] as const
  const dates = { createdAt: ctx.now(), updatedAt: ctx.now() }
  const added = await tx
    .insert(alertRule)
    .values(
      rules.map((rule) => ({
        ...{ projectId, id: ctx.id(), ...rule, kind: 'personal' as const, query: '', threshold: 0, keywords: [] },
        ...{ label: 2, fresh: false, restOnly: false, rhythm: 'immediately' as const, timeOfDay: '08:00' },
        ...{ status: 'active' as const, createdBy: userId, ...dates },
      })),
    )
    .onConflictDoNothing()
    .returning({ id: alertRule.id })
  const recipients = added.map(({ id }) => ({ projectId, ruleId: id, userId }))
  if (recipients.length > 0) await tx.insert(alertRecipient).values(recipients)
}

/** Adds the rules of an imported project to those of the kind personal. They alert its owner alone. */
export async function insertAlertRules(
  ctx: Ctx,
  tx: Transaction,
  { projectId, userId }: { projectId: string; userId: string },
  rules: readonly (Omit<AlertRuleCreate, 'project' | 'recipients' | 'destinations' | 'snoozedUntil'> & {
    hasRecipients: boolean
  })[],
): Promise<void> {
  for (const { hasRecipients, ...values } of rules) {
    requireReadable(values.query)
    const row = { projectId, ...values, snoozedUntil: null, createdBy: userId }
    const id = await insertRow(ctx, tx, alertRules, row)
    if (hasRecipients) await writeRecipients(tx, { projectId, id }, [userId])
  }
  await addPersonalRules(ctx, tx, { projectId, userId })
}

/** Turns the rules of a new project on or off as its setup asks, before they have sent anything. */
export async function applySetupAlerts(
  ctx: Ctx,
  tx: Transaction,
  { projectId, alerts: { hotLeads, digest, timeOfDay } }: { projectId: string; alerts: SetupAlerts },
): Promise<void> {
  const change = (restOnly: boolean, isOn: boolean) =>
    tx
      .update(alertRule)
      .set({ status: isOn ? 'active' : 'paused', updatedAt: ctx.now(), ...(restOnly && { timeOfDay }) })
      .where(and(eq(alertRule.projectId, projectId), eq(alertRule.kind, 'lead'), eq(alertRule.restOnly, restOnly)))
  await change(false, hotLeads)
  await change(true, digest)
}

/** Returns the IDs of each rule's recipients. */
async function recipientsOf(tx: Transaction, rows: readonly Pick<RuleRow, 'projectId' | 'id'>[]): Promise<string[][]> {
  if (rows.length === 0) return []
  const isOfThese = and(
    inArray(alertRecipient.projectId, [...new Set(rows.map(({ projectId }) => projectId))]),
    inArray(
      alertRecipient.ruleId,
      rows.map(({ id }) => id),
    ),
  )
  const found = await tx.select().from(alertRecipient).where(isOfThese).orderBy(alertRecipient.userId)
  return rows.map(({ id }) => found.flatMap(({ ruleId, userId }) => (ruleId === id ? [userId] : [])))
}

/** Replaces the recipients of a rule. Messages that wait for former ones will be refused. */
async function writeRecipients(
  tx: Transaction,
  { projectId, id }: Pick<RuleRow, 'projectId' | 'id'>,
  userIds: readonly string[],
): Promise<void> {
  await tx.delete(alertRecipient).where(and(eq(alertRecipient.projectId, projectId), eq(alertRecipient.ruleId, id)))
  const rows = userIds.map((userId) => ({ projectId, ruleId: id, userId }))
  if (rows.length > 0) await tx.insert(alertRecipient).values(rows)
}

function instantOf(sent: string | null): Date | null {
  return sent === null ? null : new Date(sent)
}

/** An empty query matches everything. */
function requireReadable(query: string | undefined): void {
  if (query !== '') requireQuery(query)
}

async function requireMembers(tx: Transaction, projectId: string, userIds: readonly string[]): Promise<void> {
  for (const id of userIds) await requireMember(tx, { projectId, id, field: 'recipients' })
}

/** Throws ValidationError unless all are keywords or competitors of the project. */
async function requireEntries(tx: Transaction, projectId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const { rowCount } = await tx.execute(sql`
    select id from keyword where project_id = ${projectId} and id = any (${sql.param([...ids])}::uuid[])
    union select id from competitor where project_id = ${projectId} and id = any (${sql.param([...ids])}::uuid[])`)
  if (rowCount !== ids.length) throw faultOfField('keywords', 'keywords must belong to the same project')
}
