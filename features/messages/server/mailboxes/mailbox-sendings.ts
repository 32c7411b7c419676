import { and, eq, gt, inArray, min, sql } from 'drizzle-orm'
import { dayMs } from '#engine/rules/wall-clock.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { message } from '../tables.ts'
import { mailbox } from './tables.ts'

type MailboxRow = typeof mailbox.$inferSelect

/** By what the limits count mail: an account of a mail server, and the address it sends from (docs/decisions/0133). */
type MailIdentity = Pick<MailboxRow, 'address' | 'smtpHost' | 'smtpUser'>

/** Lets only one transaction at a time decide about first mails of an identity, whichever project they are of. */
export async function lockMailIdentity(tx: Transaction, { address, smtpHost, smtpUser }: MailIdentity): Promise<void> {
  const name = `${address} ${smtpHost} ${smtpUser}`
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('earshot mail'), hashtext(${name}))`)
}

/**
 * Returns the first mails of an identity in the last day, and when it first sent one, in any project. What lies ahead
 * of the clock counts too. Only jobs see all projects.
 */
export async function sendingsOfIdentity(
  ctx: Ctx,
  tx: Transaction,
  { address, smtpHost, smtpUser }: MailIdentity,
): Promise<{ firstMails: { at: Date }[]; firstSentAt: Date | null }> {
  const isIdentity = and(
    ...[eq(mailbox.address, address), eq(mailbox.smtpHost, smtpHost), eq(mailbox.smtpUser, smtpUser)],
  )
  const rows = await tx
    .select({ at: message.armedAt })
    .from(message)
    .innerJoin(mailbox, and(eq(mailbox.projectId, message.projectId), eq(mailbox.id, message.mailboxId)))
    .where(and(isIdentity, wasFirstMail, gt(message.armedAt, dayBefore(ctx))))
  const [first] = await tx
    .select({ at: min(mailbox.firstSentAt) })
    .from(mailbox)
    .where(isIdentity)
  return { firstMails: rows.flatMap(({ at }) => (at === null ? [] : [{ at }])), firstSentAt: first?.at ?? null }
}

interface Sendings {
  sent: number
  firstSentAt: Date | null
}

/** Returns the same about mailboxes of the caller's projects, as numbers, by mailbox. */
export async function sendingsOfMailboxes(
  ctx: Ctx,
  tx: Transaction,
  ids: readonly string[],
): Promise<Map<string, Sendings>> {
  if (ids.length === 0) return new Map()
  const { rows } = await tx.execute<{ id: string; sent: number; firstSentAt: string | null }>(sql`
    select mailbox_id as id, sent, first_sent_at as "firstSentAt"
    from mailbox_sendings(${sql.param(ids)}::uuid[], ${dayBefore(ctx).toISOString()})`)
  return new Map(
    rows.map(({ id, sent, firstSentAt }) => [
      id,
      { sent, firstSentAt: firstSentAt === null ? null : new Date(firstSentAt) },
    ]),
  )
}

/** Whether a message is a first mail that was handed to the mail server. What the server refused doesn't count. */
const wasFirstMail = and(
  eq(message.channel, 'mail'),
  eq(message.isFirst, true),
  inArray(message.state, ['armed', 'sent', 'confirmed']),
)

function dayBefore(ctx: Ctx): Date {
  return new Date(ctx.now().getTime() - dayMs)
}
