import { eq, sql } from 'drizzle-orm'
import { alertMatcher } from '#engine/alerts/matching.ts'
import { ApiError } from '#platform/contract/errors.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { type Transaction, transaction } from '#platform/server/database/database.ts'
import { lockRow } from '#platform/server/database/rows/own-row.ts'
import { sendMail } from '#platform/server/mail/send-mail.ts'
import { mailSuppression } from '#platform/server/mail/tables.ts'
import { delivery } from '#platform/server/outbox/tables.ts'
import { type Budget, spend } from '#platform/server/permissions/rate-limit.ts'
import { requireRight } from '#platform/server/permissions/rights.ts'
import { signedInId } from '#platform/server/permissions/signed-in.ts'
import { project, user } from '#platform/server/tenancy/tables.ts'
import type { AlertDelivery } from '../contract-deliveries.ts'
import { alertRules } from './alert-rules.ts'
import { deliveriesOf } from './delivery-log.ts'
import { type Find, readFinds } from './finds.ts'
import { alertLetter } from './letters.ts'
import { pushSubscription } from './push/tables.ts'
import type { AlertEvent, alertRule } from './tables.ts'
import { unsubscribeUrlOf } from './unsubscribe.ts'

/** The newest finds among which a sample looks for one that matches. */
const comparedMost = 200

function sampleBudgets(userId: string): Budget[] {
  return [{ key: `alert samples of ${userId}`, attempts: 20, minutes: 60 }]
}

/**
 * Sends the caller what a rule's messages look like, with the newest find that it matches. Throws ConflictError if their
 * address can't get alerts or no browser has notifications turned on, and RateLimitError for more than 20 per hour.
 */
export async function sendSample(ctx: Ctx, { id }: { id: string }): Promise<AlertDelivery> {
  const userId = signedInId(ctx)
  await spend(ctx, sampleBudgets(userId), 'You have sent 20 samples in the past hour')
  return transaction(ctx, async (tx) => {
    const rule = await lockRow(ctx, tx, alertRules, id)
    requireRight(ctx, rule.projectId, 'changeWatchlist')
    const { projectId } = rule
    if (rule.channel === 'push') return pushSample(ctx, tx, { rule, userId })
    const to = await alertableAddress(tx, userId)
    const [place] = await tx.select({ name: project.name }).from(project).where(eq(project.id, projectId))
    const now = ctx.now()
    const key = { projectId, id: ctx.id() }
    await tx.insert(delivery).values({
      ...{ ...key, ruleId: id, channel: rule.channel, userId, sample: true, state: 'armed', collecting: false },
      ...{ createdAt: now, updatedAt: now },
    })
    const unsubscribeUrl = await unsubscribeUrlOf(ctx, tx, { projectId, ruleId: id, userId })
    const letter = alertLetter({
      ...{ publicUrl: ctx.publicUrl, project: place?.name ?? '', rule, ...(await sampleContent(tx, rule, now)) },
      ...{ now, unsubscribeUrl, sample: true },
    })
    await sendMail(ctx, tx, { to, userId, ...letter, unsubscribeUrl, delivery: key })
    const [sent] = await deliveriesOf(tx, projectId, key.id)
    if (!sent) throw new Error('the sample was not written')
    return sent
  })
}

/** Queues a sample to the caller's browsers. Throws ConflictError if none has notifications turned on. */
async function pushSample(
  ctx: Ctx,
  tx: Transaction,
  { rule, userId }: { rule: typeof alertRule.$inferSelect; userId: string },
): Promise<AlertDelivery> {
  const { projectId, id: ruleId, channel } = rule
  const [browser] = await tx.select().from(pushSubscription).where(eq(pushSubscription.userId, userId)).limit(1)
  if (!browser) throw new ApiError('ConflictError', 'Turn on notifications in your notification settings first.')
  const now = ctx.now()
  const id = ctx.id()
  await tx.insert(delivery).values({
    ...{ projectId, id, ruleId, channel, userId, sample: true, state: 'queued', collecting: false, dueAt: now },
    ...{ createdAt: now, updatedAt: now },
  })
  await ctx.queue.send(tx, 'deliveries', {})
  const [queued] = await deliveriesOf(tx, projectId, id)
  if (!queued) throw new Error('the sample was not written')
  return queued
}

/** Returns a user's address. Throws ConflictError if it can't get alerts. */
export async function alertableAddress(tx: Transaction, userId: string): Promise<string> {
  const [row] = await tx
    .select({ email: user.email, confirmedAt: user.confirmedAt, suppressed: mailSuppression.userId })
    .from(user)
    .leftJoin(mailSuppression, eq(mailSuppression.userId, user.id))
    .where(eq(user.id, userId))
  if (!row?.confirmedAt) throw new ApiError('ConflictError', 'Confirm your email address first.')
  if (row.suppressed) {
    throw new ApiError(
      'ConflictError',
      'A mail server refused your address. Try it again in your notification settings.',
    )
  }
  return row.email
}

/** Returns what a sample of a rule shows: the newest find that it matches, or an example. */
export async function sampleContent(
  tx: Transaction,
  rule: typeof alertRule.$inferSelect,
  now: Date,
): Promise<{ finds: Find[]; events: AlertEvent[] }> {
  const { kind, projectId } = rule
  if (kind === 'lead' || kind === 'mention') {
    const matches = alertMatcher({ ...rule, fresh: false })
    const newest = await readFinds(tx, projectId, { kind, where: sql`true`, limit: comparedMost })
    const found = newest.find((find) => matches(find, now))
    if (found) return { finds: [found], events: [] }
  }
  return { finds: [], events: [sampleEvents[kind]] }
}

/** What a sample shows if there is nothing yet that it could show. */
const sampleEvents: Record<AlertKindName, AlertEvent> = {
  lead: { subject: 'A new lead', text: 'No lead matches this rule yet. The next one will be shown here.' },
  mention: { subject: 'A new mention', text: 'No mention matches this rule yet. The next one will be shown here.' },
  spike: { subject: 'Mention spike', text: '“Example” was mentioned 24 times today. Usual: 3 a day.' },
  keywordHealth: { subject: 'A noisy keyword', text: '“Example” finds many posts and hardly any leads.' },
  sourceTrouble: { subject: 'A source is failing', text: 'A source has been failing for more than 15 minutes.' },
  quota: { subject: 'Limit of keywords reached', text: "2 keywords are paused because your plan's limit is reached." },
  personal: { subject: 'Reminder: a lead in r/smallbusiness', text: 'Ask whether they found a tool.' },
  personStage: { subject: 'u/example is in Qualified', text: 'Earshot moved u/example from Contacted to Qualified.' },
}
type AlertKindName = (typeof alertRule.$inferSelect)['kind']
