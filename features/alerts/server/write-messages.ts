import { and, eq, sql } from 'drizzle-orm'
import type { OwnQuietHours } from '#engine/alerts/alert-rule.ts'
import { nextAllowed } from '#engine/alerts/timing.ts'
import { hasRight } from '#engine/rules/access.ts'
import type { Right } from '#engine/rules/rights.ts'
import { projectEntitlement } from '#features/billing/server/index.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { type Transaction, transaction } from '#platform/server/database/database.ts'
import { faultOf } from '#platform/server/faults/fault.ts'
import { sendMail } from '#platform/server/mail/send-mail.ts'
import { mailSuppression } from '#platform/server/mail/tables.ts'
import {
  armDelivery,
  claimDelivery,
  type Delivery,
  type DeliveryKey,
  deferDelivery,
  dueDeliveries,
  refuseDelivery,
} from '#platform/server/outbox/outbox.ts'
import { member, project, user } from '#platform/server/tenancy/tables.ts'
import { handOver, queueForSending } from './destinations/hand-over.ts'
import { type Find, readFinds } from './finds.ts'
import { alertLetter, findsShown } from './letters.ts'
import { personalEvents } from './personal/personal-events.ts'
import { notificationSetting } from './personal/tables.ts'
import { refuseRecipient } from './refuse-recipient.ts'
import { stageEvents } from './stages/stage-events.ts'
import { type AlertEvent, alertRecipient, alertRule } from './tables.ts'
import { unsubscribeUrlOf } from './unsubscribe.ts'
import { delayWords, refusals } from './words.ts'

const messagesAtOnce = 200

type RuleRow = typeof alertRule.$inferSelect

/** Writes the messages that are due, one transaction each. An error in one doesn't hold up the others. */
export async function writeDueMessages(ctx: Ctx): Promise<void> {
  let fault: { error: unknown } | null = null
  const keys = await transaction(ctx, (tx) => dueDeliveries(ctx, tx, messagesAtOnce))
  for (const key of keys) {
    if (ctx.stopping.aborted) return
    await transaction(ctx, (tx) => writeMessage(ctx, tx, key)).catch((error: unknown) => {
      ctx.log.error({ delivery: key.id, ...faultOf(error) }, 'writing an alert failed')
      fault = { error }
    })
  }
  if (fault) throw (fault as { error: unknown }).error
}

/**
 * Writes a message with the texts as they are now, and hands it to its channel in the same transaction: there is one
 * message or none, whatever crashes. Once posts are read, they can't be forgotten before the mail exists, and forgetting
 * then withdraws it.
 */
async function writeMessage(ctx: Ctx, tx: Transaction, key: DeliveryKey): Promise<void> {
  const claimed = await claimDelivery(ctx, tx, key)
  if (!claimed) return
  const { ruleId, userId, channel } = claimed
  if (ruleId === null || userId === null) return handOver(ctx, tx, claimed)
  const place = await placeOf(tx, { projectId: key.projectId, ruleId, userId })
  const refusal = await refusalOf(ctx, tx, place, channel)
  if (refusal) return refuseRecipient(ctx, tx, claimed, refusal)
  const { rule, timeZone, ownQuietHours } = place
  const { at, delay } = nextAllowed({ ...rule, ownQuietHours, timeZone }, ctx.now())
  if (delay) return deferDelivery(ctx, tx, key, { at, reason: delayWords[delay] })
  if (channel !== 'mail') return queueForSending(ctx, tx, claimed)
  const content = await contentOf(ctx, tx, claimed, rule)
  const count = content.finds.length + content.events.length
  if (count === 0) return refuseDelivery(ctx, tx, key, refusals.nothingLeft)
  const unsubscribeUrl = await unsubscribeUrlOf(ctx, tx, { projectId: key.projectId, ruleId, userId })
  const letter = alertLetter({
    ...{ publicUrl: ctx.publicUrl, project: place.projectName, rule, ...content, now: ctx.now(), unsubscribeUrl },
  })
  await armDelivery(ctx, tx, key, { finds: count })
  await sendMail(ctx, tx, { to: place.email, userId, ...letter, unsubscribeUrl, delivery: key })
}

interface Place {
  rule: RuleRow
  projectName: string
  isArchived: boolean
  email: string
  role: typeof member.$inferSelect.role
  userId: string
  timeZone: string
  ownQuietHours: OwnQuietHours | null
  isRecipient: boolean
  isSuppressed: boolean
}

/** Reads what decides whether and where a message goes. */
export async function placeOf(
  tx: Transaction,
  { projectId, ruleId, userId }: { projectId: string; ruleId: string; userId: string },
): Promise<Place> {
  const [row] = await tx
    .select({
      rule: alertRule,
      projectName: project.name,
      status: project.status,
      projectZone: project.timeZone,
      email: member.email,
      role: member.role,
      zone: user.timeZone,
      recipient: alertRecipient.userId,
      ownQuietHours: notificationSetting.quietHours,
      suppressed: mailSuppression.userId,
    })
    .from(alertRule)
    .innerJoin(project, eq(project.id, alertRule.projectId))
    .innerJoin(member, and(eq(member.projectId, alertRule.projectId), eq(member.userId, userId)))
    .innerJoin(user, eq(user.id, userId))
    .leftJoin(
      alertRecipient,
      and(
        eq(alertRecipient.projectId, alertRule.projectId),
        eq(alertRecipient.ruleId, alertRule.id),
        eq(alertRecipient.userId, userId),
      ),
    )
    .leftJoin(notificationSetting, eq(notificationSetting.userId, userId))
    .leftJoin(mailSuppression, eq(mailSuppression.userId, userId))
    .where(and(eq(alertRule.projectId, projectId), eq(alertRule.id, ruleId)))
  // Foreign keys delete a message together with its rule or its member.
  if (!row) throw new Error('the delivery has no rule or member')
  const { rule, projectName, email, role, status, ownQuietHours } = row
  return {
    ...{ rule, projectName, email, role, userId, timeZone: row.zone ?? row.projectZone, ownQuietHours },
    isArchived: status === 'archived',
    isRecipient: row.recipient !== null,
    isSuppressed: row.suppressed !== null,
  }
}

/** Returns why a message can't be sent through a channel, or null. */
export async function refusalOf(
  ctx: Ctx,
  tx: Transaction,
  place: Place,
  channel: Delivery['channel'],
): Promise<string | null> {
  const { rule, isArchived, isRecipient, isSuppressed, role, userId, email } = place
  if (rule.status !== 'active') return refusals.paused
  if (!isRecipient) return refusals.unsubscribed
  if (isArchived) return refusals.archived
  if (!hasRight(role, rightOf[rule.kind])) return refusals.role
  if (channel === 'mail' && isSuppressed) return refusals.suppressed
  if (channel === 'mail' && !(await isConfirmed(tx, userId, email))) return refusals.unconfirmed
  const entitled = await projectEntitlement(ctx, tx, rule.projectId)
  return entitled?.access.granted ? null : refusals.noAccess
}

/** What a recipient must be allowed to see. */
export const rightOf: Record<RuleRow['kind'], Right> = {
  lead: 'readLeads',
  mention: 'readLeads',
  spike: 'readLeads',
  keywordHealth: 'readWatchlist',
  sourceTrouble: 'readWatchlist',
  quota: 'readWatchlist',
  personal: 'readOutreach',
  personStage: 'readOutreach',
}

/** Returns whether an address is confirmed, for workers, which can't read users. */
export async function isConfirmed(tx: Transaction, userId: string, email: string): Promise<boolean> {
  const { rows } = await tx.execute<{ confirmed: boolean }>(sql`
    select has_confirmed_address(array[${userId}]::uuid[], array[lower(${email})]) as confirmed`)
  return rows[0]?.confirmed ?? false
}

/**
 * Reads what a message tells: its newest finds that are still there, and their number; or its events. Finds that were
 * decided on or handled since are left out, unless `decided` is true.
 */
export async function contentOf(
  ctx: Ctx,
  tx: Transaction,
  { projectId, id }: DeliveryKey,
  { kind }: Pick<RuleRow, 'kind'>,
  { decided = false } = {},
): Promise<{ finds: Find[]; events: AlertEvent[] }> {
  if (kind === 'personStage') return { finds: [], events: await stageEvents(tx, { projectId, id }) }
  if (kind === 'personal') return { finds: [], events: await personalEvents(ctx, tx, { projectId, id }) }
  const own = sql`from delivery_alert d join alert a on a.project_id = d.project_id and a.id = d.alert_id
    where d.project_id = ${projectId} and d.delivery_id = ${id}`
  if (kind === 'lead' || kind === 'mention') {
    const where = sql`r.post_id in (select a.post_id ${own})`
    return {
      finds: await readFinds(tx, projectId, { kind, where, limit: findsShown.most, hold: true, decided }),
      events: [],
    }
  }
  const { rows } = await tx.execute<AlertEvent & Record<string, unknown>>(sql`
    select a.details->>'subject' as subject, a.details->>'text' as text ${own} order by a.id limit ${findsShown.most}`)
  return { finds: [], events: rows }
}
