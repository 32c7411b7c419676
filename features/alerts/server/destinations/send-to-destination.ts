import { and, eq } from 'drizzle-orm'
import { hasFailedTooLong, nextAttemptAt } from '#engine/alerts/webhook-schedule.ts'
import { projectEntitlement } from '#features/billing/server/index.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { type Transaction, transaction } from '#platform/server/database/database.ts'
import { type AttemptEnd, beginAttempt, endAttempt, lockSendable } from '#platform/server/outbox/attempts.ts'
import { type Delivery, type DeliveryKey, refuseDelivery } from '#platform/server/outbox/outbox.ts'
import { unseal } from '#platform/server/seal.ts'
import { project } from '#platform/server/tenancy/tables.ts'
import type { Destination } from '../../contract-deliveries.ts'
import { readTelegramAddress } from '../chat/address.ts'
import { discordBody } from '../chat/discord.ts'
import { chatMessage } from '../chat/message.ts'
import { loggedResponse, readChatAnswer } from '../chat/read-answer.ts'
import { slackBody } from '../chat/slack.ts'
import { telegramBody } from '../chat/telegram.ts'
import type { Find } from '../finds.ts'
import { type AlertEvent, alertRule } from '../tables.ts'
import { refusals } from '../words.ts'
import { contentOf } from '../write-messages.ts'
import { type DestinationRow, lockDestination } from './destinations.ts'
import { disableDestination } from './disable.ts'
import { webhookPayload } from './payload.ts'
import { type Answer, type Outcome, postMessage, type Request, readWebhookAnswer } from './post-message.ts'
import { webhookHeaders } from './sign.ts'
import { alertRuleDestination, deliveryAttempt, destination } from './tables.ts'

/** Sends a message to a destination. Returns false unless it was sent or refused without a request. */
export async function sendToDestination(ctx: Ctx, key: DeliveryKey): Promise<boolean> {
  const message = await transaction(ctx, (tx) => arm(ctx, tx, key))
  if (message === 'refused') return true
  if (message === null) return false
  const answer = await postMessage(ctx, message.request)
  const { channel } = message
  const outcome = channel === 'webhook' ? readWebhookAnswer(answer) : readChatAnswer(channel, answer, ctx.now())
  await transaction(ctx, (tx) => settle(ctx, tx, message, answer, outcome))
  return outcome.reason === null
}

/** A message that is armed: the next step is the request. */
interface ArmedMessage {
  projectId: string
  id: string
  destinationId: string
  channel: Destination['channel']
  /** The number of this attempt. */
  tries: number
  sample: boolean
  startedAt: Date
  finds: number
  request: Request
}

/** Writes a message with the texts as they are now, and arms it. Null if another worker has it. */
async function arm(ctx: Ctx, tx: Transaction, key: DeliveryKey): Promise<ArmedMessage | 'refused' | null> {
  const row = await lockSendable(ctx, tx, key)
  if (!row || row.destinationId === null) return null
  const place = await placeOf(tx, row, row.destinationId)
  const refuse = async (reason: string) => {
    await refuseDelivery(ctx, tx, key, reason)
    return 'refused' as const
  }
  const refusal = await refusalOf(ctx, tx, row, place)
  if (refusal) return refuse(refusal)
  const { rule, to } = place
  const content = rule ? await contentOf(ctx, tx, row, rule, { decided: true }) : { finds: [], events: [] }
  const count = content.finds.length + content.events.length
  if (rule && count === 0) return refuse(refusals.nothingLeft)
  const now = ctx.now()
  // Attempts that end are counted when they end. This one and those before it were cut off.
  if (row.tries > 0 && nextAttemptAt(row.tries, now) === null) return refuse(refusals.interrupted)
  const request = requestTo(ctx, row, place, content)
  if (request === null) return refuse(refusals.secretChanged)
  await beginAttempt(ctx, tx, row)
  return {
    ...{ projectId: row.projectId, id: row.id, destinationId: to.id, channel: to.channel, tries: row.tries + 1 },
    ...{ sample: row.sample, startedAt: now, finds: count, request },
  }
}

/** Returns a message in the form of its channel; null if the address or the secret can't be read anymore. */
function requestTo(
  ctx: Ctx,
  { id, createdAt }: Delivery,
  { to, project: place, rule }: Place,
  content: { finds: Find[]; events: AlertEvent[] },
): Request | null {
  const now = ctx.now()
  const { publicUrl } = ctx
  const address = unseal(ctx, 'webhook', to.addressSealed)
  if (address === null) return null
  const json = { 'content-type': 'application/json' }
  if (to.channel === 'webhook') {
    const secrets = secretsOf(ctx, to, now)
    if (secrets.length === 0) return null
    const body = webhookPayload({ publicUrl, project: place, rule, ...content, createdAt })
    return { url: new URL(address), body, headers: { ...json, ...webhookHeaders({ id, at: now, body }, secrets) } }
  }
  const message = chatMessage({ publicUrl, project: place.name, rule, ...content, now })
  if (to.channel === 'telegram') {
    const { url, chatId } = readTelegramAddress(address)
    return { url, headers: json, body: telegramBody(message, chatId) }
  }
  return { url: new URL(address), headers: json, body: chatBodies[to.channel](message) }
}

const chatBodies = { slack: slackBody, discord: discordBody } as const

/** Returns the secrets to sign with, the newest first. */
function secretsOf(ctx: Ctx, to: DestinationRow, now: Date): string[] {
  const { secretSealed, formerSecretSealed, rotationEndsAt } = to
  const isRotating = formerSecretSealed !== null && rotationEndsAt !== null && rotationEndsAt > now
  const sealed = [secretSealed, ...(isRotating ? [formerSecretSealed] : [])]
  return sealed.flatMap((each) => (each === null ? [] : (unseal(ctx, 'webhook', each) ?? [])))
}

interface Place {
  project: { id: string; name: string }
  isArchived: boolean
  to: DestinationRow
  /** Null for a test. */
  rule: typeof alertRule.$inferSelect | null
  isInRule: boolean
}

/** Reads what decides whether and where a message goes. */
async function placeOf(tx: Transaction, { projectId, ruleId }: Delivery, destinationId: string): Promise<Place> {
  const [row] = await tx
    .select({ to: destination, name: project.name, status: project.status })
    .from(destination)
    .innerJoin(project, eq(project.id, destination.projectId))
    .where(and(eq(destination.projectId, projectId), eq(destination.id, destinationId)))
  // A foreign key deletes a message together with its destination.
  if (!row) throw new Error('the delivery has no destination')
  const place = { project: { id: projectId, name: row.name }, isArchived: row.status === 'archived', to: row.to }
  if (ruleId === null) return { ...place, rule: null, isInRule: true }
  const link = alertRuleDestination
  const [found] = await tx
    .select({ rule: alertRule, linked: link.ruleId })
    .from(alertRule)
    .leftJoin(
      link,
      and(
        eq(link.projectId, alertRule.projectId),
        eq(link.ruleId, alertRule.id),
        eq(link.destinationId, destinationId),
      ),
    )
    .where(and(eq(alertRule.projectId, projectId), eq(alertRule.id, ruleId)))
  return { ...place, rule: found?.rule ?? null, isInRule: typeof found?.linked === 'string' }
}

/** Returns why a message can't be sent, or null. */
async function refusalOf(ctx: Ctx, tx: Transaction, row: Delivery, place: Place): Promise<string | null> {
  const { rule, isInRule, isArchived, to } = place
  if (to.channel !== 'webhook' && !ctx.chatAlerts) return refusals.chatAlertsOff
  if (to.status === 'disabled' && !row.sample) return refusals.destinationDisabled
  if (to.status === 'paused' && !row.sample) return refusals.destinationPaused
  if (rule && rule.status !== 'active') return refusals.paused
  if (!isInRule) return refusals.destinationRemoved
  if (isArchived) return refusals.archived
  const entitled = await projectEntitlement(ctx, tx, row.projectId)
  return entitled?.access.granted ? null : refusals.noAccess
}

/** Records an attempt and what follows from it. */
async function settle(
  ctx: Ctx,
  tx: Transaction,
  message: ArmedMessage,
  answer: Answer,
  outcome: Outcome,
): Promise<void> {
  const { projectId, id, startedAt, destinationId, sample, channel } = message
  const { status, ms } = answer
  const { reason, isGone } = outcome
  const response = channel === 'webhook' ? answer.head : loggedResponse(channel, answer)
  const to = await lockDestination(tx, { projectId, id: destinationId })
  // It was deleted meanwhile, together with the message.
  if (!to) return
  const attempt = { projectId, id: ctx.id(), deliveryId: id, startedAt, ms, status, reason, response }
  await tx.insert(deliveryAttempt).values(attempt)
  await endAttempt(ctx, tx, message, endOf(message, outcome, ctx.now()))
  if (sample && reason !== null) return
  const failingSince = reason === null ? null : (to.failingSince ?? ctx.now())
  if (failingSince?.getTime() !== to.failingSince?.getTime()) {
    await tx
      .update(destination)
      .set({ failingSince, updatedAt: ctx.now() })
      .where(and(eq(destination.projectId, projectId), eq(destination.id, destinationId)))
  }
  if (to.status === 'disabled') return
  if (isGone) {
    await disableDestination(
      ctx,
      tx,
      to,
      channel === 'webhook' ? 'The endpoint answered 410: it is gone.' : (reason ?? ''),
    )
  } else if (failingSince && hasFailedTooLong(failingSince, ctx.now())) {
    await disableDestination(ctx, tx, to, 'Every attempt failed for five days.')
  }
}

function endOf(
  { tries, sample, finds }: ArmedMessage,
  { reason, isGone, isFinal, waitMs }: Outcome,
  now: Date,
): AttemptEnd {
  if (reason === null) return { state: 'sent', finds }
  const at = sample || isGone || isFinal ? null : nextAttemptAt(tries, now, waitMs)
  return at ? { state: 'deferred', reason, at } : { state: 'refused', reason }
}
