import { and, eq, isNotNull, lt, lte, or } from 'drizzle-orm'
import type { Ctx } from '../ctx.ts'
import { type Transaction, transaction } from '../database/database.ts'
import type { JobSteps } from '../feature.ts'
import type { Jobs } from '../jobs/queue.ts'
import type { Outcome } from './mailer.ts'
import { nextResendAt, nextRetryAt, uncertainMs } from './schedule.ts'
import { mail, mailSuppression } from './tables.ts'

type MailRow = typeof mail.$inferSelect

/** The most mails per sweep. A sweep runs every minute. */
const sweepMax = 100
/** The time limit of a sweep in ms, so that a slow mail server doesn't delay the next one. */
const sweepMs = 50_000
/** How long finished mails are kept, in ms: for troubleshooting, without their text, or for admins to read. */
const keptMs = 7 * 24 * 3_600_000
/** The same for kept alerts, which hold texts of posts (DESIGN 4). */
const keptAlertsMs = 24 * 3_600_000

/** Sends one mail or, every minute, all due mails: retries and mails whose job was lost. */
export async function deliverMail(ctx: Ctx, data: Jobs['mail'] | null): Promise<void> {
  const startedAt = ctx.now().getTime()
  for (const id of data?.mailId ? [data.mailId] : await dueMails(ctx)) {
    if (ctx.stopping.aborted || ctx.now().getTime() - startedAt > sweepMs) return
    await deliver(ctx, id)
  }
}

async function dueMails(ctx: Ctx): Promise<string[]> {
  const now = ctx.now()
  const rows = await transaction(ctx, async (tx) => {
    const since = (ms: number) => lt(mail.finishedAt, new Date(now.getTime() - ms))
    const isOldAlert = and(mail.kept, isNotNull(mail.deliveryId), since(keptAlertsMs))
    await tx.delete(mail).where(or(since(keptMs), isOldAlert))
    return tx.select({ id: mail.id }).from(mail).where(lte(mail.nextTryAt, now)).orderBy(mail.nextTryAt).limit(sweepMax)
  })
  return rows.map(({ id }) => id)
}

async function deliver(ctx: Ctx, id: string): Promise<void> {
  const row = await claim(ctx, id)
  if (!row) return
  const { recipient: to, subject, bodyText: text, bodyHtml: html, unsubscribeUrl, createdAt: writtenAt } = row
  const message = { id, to, subject, text, html, ...(unsubscribeUrl && { unsubscribeUrl }), writtenAt }
  const outcome = skipped(row, ctx.now()) ?? (await ctx.mailer.send(message))
  await settle(ctx, row, outcome)
}

/** Returns why a mail should no longer be sent, or null. In state `sending`, the last attempt was interrupted. */
function skipped({ usefulUntil, state, tries }: MailRow, now: Date): Outcome | null {
  if (usefulUntil !== null && usefulUntil <= now) return { state: 'refused', reason: 'expired' }
  if (state !== 'sending' || nextResendAt({ tries }, now)) return null
  return { state: 'refused', reason: 'interrupted, may have been sent' }
}

/**
 * Claims a due mail and returns its row as it was. Commits before sending: if this process dies, or another worker has
 * the same job, the mail isn't sent again within an hour.
 */
async function claim(ctx: Ctx, id: string): Promise<MailRow | null> {
  const now = ctx.now()
  const nextTryAt = new Date(now.getTime() + uncertainMs)
  return transaction(ctx, async (tx) => {
    const [due] = await tx
      .select()
      .from(mail)
      .where(and(eq(mail.id, id), lte(mail.nextTryAt, now)))
      .for('update')
    if (!due) return null
    const tries = due.tries + 1
    await tx.update(mail).set({ state: 'sending', tries, nextTryAt, updatedAt: now }).where(eq(mail.id, id))
    return due
  })
}

async function settle(ctx: Ctx, row: MailRow, outcome: Outcome): Promise<void> {
  const tries = row.tries + 1
  const changes = changesBy({ ...row, tries }, outcome, ctx.now())
  await transaction(ctx, async (tx) => {
    await tx.update(mail).set(changes).where(eq(mail.id, row.id))
    if (outcome.state === 'refused' && outcome.isAddress) await suppress(ctx, tx, row, outcome.reason)
  })
  const { state, fault } = changes
  ctx.log[state === 'failed' ? 'warn' : 'info']({ mail: row.id, tries, state, reason: fault }, 'mail')
}

/** Stops alerts to an address that a server refused for good. Account mails may go to addresses that aren't in use yet. */
async function suppress(ctx: Ctx, tx: Transaction, { userId, deliveryId }: MailRow, reason: string): Promise<void> {
  if (userId === null || deliveryId === null) return
  await tx.insert(mailSuppression).values({ userId, reason, createdAt: ctx.now() }).onConflictDoNothing()
}

type Settled = Pick<MailRow, 'state' | 'fault' | 'updatedAt'> & Partial<MailRow>

function changesBy(row: MailRow, outcome: Outcome, now: Date): Settled {
  const ended = { unsubscribeUrl: null, nextTryAt: null, finishedAt: now, updatedAt: now }
  const blank = { ...ended, bodyText: '', bodyHtml: '' }
  if (outcome.state === 'sent' && outcome.kept) return { ...ended, state: 'sent', fault: null, kept: true }
  if (outcome.state === 'sent') return { ...blank, state: 'sent', fault: null }
  const fault = outcome.reason
  if (outcome.state === 'refused') return { ...blank, state: 'failed', fault }
  const isUnknown = outcome.state === 'unknown'
  const nextTryAt = isUnknown ? nextResendAt(row, now) : nextRetryAt(row, now)
  if (!nextTryAt) return { ...blank, state: 'failed', fault: isUnknown ? `${fault}, may have been sent` : fault }
  return { state: isUnknown ? 'sending' : 'queued', fault, nextTryAt, updatedAt: now }
}

export const mailJobs = { mail: { run: deliverMail, cron: '* * * * *' } } satisfies Partial<JobSteps>
