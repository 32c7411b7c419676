import { sql } from 'drizzle-orm'
import { nextAllowed } from '#engine/alerts/timing.ts'
import { nextAttemptAt } from '#engine/alerts/webhook-schedule.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { type Transaction, transaction } from '#platform/server/database/database.ts'
import { type AttemptEnd, beginAttempt, endAttempt, lockSendable } from '#platform/server/outbox/attempts.ts'
import { type Delivery, type DeliveryKey, deferDelivery, refuseDelivery } from '#platform/server/outbox/outbox.ts'
import type { Outcome } from '../destinations/post-message.ts'
import { refuseRecipient } from '../refuse-recipient.ts'
import { sampleContent } from '../samples.ts'
import type { alertRule } from '../tables.ts'
import { delayWords, refusals } from '../words.ts'
import { contentOf, placeOf, refusalOf } from '../write-messages.ts'
import { type BrowserRow, browsersOf, forgetBrowser } from './browsers.ts'
import { pushPayload } from './payload.ts'
import { type PushMessage, postPush } from './post-push.ts'
import { readServerKey, type ServerKey } from './server-key.ts'
import { deliveryBrowser } from './tables.ts'

/** How long push services keep a message, in seconds: alerts lose their value within hours, digests within a day. */
const keptSeconds = { alert: 4 * 3_600, digest: 24 * 3_600 } as const

/**
 * Sends a message to the browsers of its recipient that haven't received it. Returns false if some of them are to be tried
 * again.
 */
export async function sendPush(ctx: Ctx, key: DeliveryKey): Promise<boolean> {
  const armed = await transaction(ctx, (tx) => arm(ctx, tx, key))
  if (armed === 'ended') return true
  if (armed === null) return false
  const answers = await Promise.all(
    armed.browsers.map(async (browser) => ({
      browser,
      outcome: await postPush(ctx, armed.serverKey, browser.subscriptionSealed, armed.message),
    })),
  )
  return transaction(ctx, (tx) => settle(ctx, tx, armed, answers))
}

/** A message that is armed: the next step is the requests. */
interface ArmedPush {
  row: Delivery
  finds: number
  serverKey: ServerKey
  message: PushMessage
  /** The browsers to try. */
  browsers: BrowserRow[]
  /** Whether another browser has received it. */
  isReceived: boolean
}

/** Writes a message with the texts as they are now, and arms it. Null if another worker has it. */
async function arm(ctx: Ctx, tx: Transaction, key: DeliveryKey): Promise<ArmedPush | 'ended' | null> {
  const row = await lockSendable(ctx, tx, key)
  if (!row || row.ruleId === null || row.userId === null) return null
  const { projectId, userId, sample } = row
  const refuse = async (reason: string) => {
    await refuseDelivery(ctx, tx, key, reason)
    return 'ended' as const
  }
  const place = await placeOf(tx, { projectId, ruleId: row.ruleId, userId })
  const { rule, timeZone, ownQuietHours } = place
  const refusal = sample ? null : await refusalOf(ctx, tx, place, 'push')
  if (refusal) {
    await refuseRecipient(ctx, tx, row, refusal)
    return 'ended'
  }
  const { at, delay } = nextAllowed({ ...rule, timeZone, ownQuietHours }, ctx.now())
  if (delay && !sample) {
    await deferDelivery(ctx, tx, key, { at, reason: delayWords[delay] })
    return 'ended'
  }
  const content = sample ? await sampleContent(tx, rule, ctx.now()) : await contentOf(ctx, tx, row, rule)
  const finds = content.finds.length + content.events.length
  if (finds === 0) return refuse(refusals.nothingLeft)
  const all = await browsersOf(ctx, tx, { userId, projectId, deliveryId: row.id })
  const browsers = all.filter(({ hasReceived }) => !hasReceived).map(({ browser }) => browser)
  const isReceived = browsers.length < all.length
  if (browsers.length === 0 && !isReceived) return refuse(refusals.noBrowser)
  // Attempts that end are counted when they end. This one and those before it were cut off.
  if (row.tries > 0 && nextAttemptAt(row.tries, ctx.now()) === null) return refuse(refusals.interrupted)
  const serverKey = await readServerKey(ctx, tx)
  if (serverKey === null) return refuse(refusals.pushKeyChanged)
  await beginAttempt(ctx, tx, row)
  const payload = pushPayload({ id: row.id, project: place.projectName, rule, ...content, sample })
  return { row, finds: sample ? 0 : finds, serverKey, message: { payload, ...handlingOf(rule) }, browsers, isReceived }
}

function handlingOf({ rhythm }: typeof alertRule.$inferSelect): Pick<PushMessage, 'ttl' | 'urgency'> {
  return rhythm === 'immediately'
    ? { ttl: keptSeconds.alert, urgency: 'high' }
    : { ttl: keptSeconds.digest, urgency: 'normal' }
}

/** Records which browsers received a message, and what follows. Returns false if some are to be tried again. */
async function settle(
  ctx: Ctx,
  tx: Transaction,
  { row, finds, isReceived }: ArmedPush,
  answers: readonly { browser: BrowserRow; outcome: Outcome }[],
): Promise<boolean> {
  const { projectId, id: deliveryId } = row
  for (const { browser, outcome } of answers) {
    if (outcome.isGone) await forgetBrowser(tx, browser)
    if (outcome.reason !== null) continue
    await tx.execute(sql`
      insert into ${deliveryBrowser} (project_id, delivery_id, subscription_id, created_at)
      select ${projectId}, ${deliveryId}, s.id, ${ctx.now().toISOString()} from push_subscription s
      where s.id = ${browser.id} on conflict do nothing`)
  }
  const end = endOf(
    ctx,
    { ...row, finds, isReceived },
    answers.map(({ outcome }) => outcome),
  )
  await endAttempt(ctx, tx, { projectId, id: deliveryId, tries: row.tries + 1 }, end)
  return end.state !== 'deferred'
}

function endOf(
  ctx: Ctx,
  { tries, sample, finds, isReceived }: Pick<Delivery, 'tries' | 'sample' | 'finds'> & { isReceived: boolean },
  outcomes: readonly Outcome[],
): AttemptEnd {
  const waiting = outcomes.filter(({ reason, isGone, isFinal }) => reason !== null && !isGone && !isFinal)
  const [first] = waiting
  const askedMs = Math.max(...waiting.map(({ waitMs }) => waitMs))
  const at = first && !sample ? nextAttemptAt(tries + 1, ctx.now(), askedMs) : null
  if (first?.reason && at) return { state: 'deferred', reason: first.reason, at }
  if (isReceived || outcomes.some(({ reason }) => reason === null)) return { state: 'sent', finds }
  return { state: 'refused', reason: outcomes.find(({ reason }) => reason !== null)?.reason ?? refusals.noBrowser }
}
