import { createHmac } from 'node:crypto'
import { eq, isNotNull, sql } from 'drizzle-orm'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { digestOf } from '#platform/server/digest.ts'
import { mail } from '#platform/server/mail/tables.ts'
import { capturedEmail, captureMailbox } from '../tables.ts'

import type { Mailbox } from './mailbox.ts'

/** An address with its origin (SPEC 3). */
interface Capture {
  mailbox: Mailbox
  email: string
  source: string
  origin: string
}

/**
 * Stores an address and returns its row ID and unsubscribe key. The ID is null if the mailbox is already known, even if
 * it has unsubscribed. Both cases run the same statements, so that the answer reveals nothing.
 */
export async function keepEmail(
  ctx: Ctx,
  tx: Transaction,
  { mailbox, email, source, origin }: Capture,
): Promise<{ id: string | null; token: string }> {
  const [id, token, now] = [ctx.id(), ctx.secret(), ctx.now().toISOString()]
  const [digest, ...earlier] = ctx.secrets.map((secret) => mailboxDigest(mailbox, secret))
  const taken = await tx.execute(sql`
    insert into capture_mailbox (digest, token_digest, created_at)
    select ${digest}, ${digestOf(token)}, ${now}
    where not exists (select from capture_mailbox where digest = any(${sql.param(earlier)}::text[]))
    on conflict do nothing returning digest`)
  const isNew = taken.rows.length > 0
  await tx.execute(sql`
    insert into captured_email (id, mailbox, email, source, origin, created_at)
    select ${id}, ${digest}, ${email}, ${source}, ${origin}, ${now} where ${isNew}`)
  return { id: isNew ? id : null, token }
}

/** Deletes the address that a key belongs to, along with its emails. Returns false if the key was never issued. */
export async function dropEmail(tx: Transaction, token: string): Promise<boolean> {
  const [owner] = await tx
    .select()
    .from(captureMailbox)
    .where(eq(captureMailbox.tokenDigest, digestOf(token)))
  if (!owner) return false
  await tx.delete(capturedEmail).where(eq(capturedEmail.mailbox, owner.digest))
  return true
}

/** Returns all stored addresses, oldest first, and the number of deleted ones. */
export async function readCaptured(tx: Transaction) {
  const kept = await tx.select().from(capturedEmail).orderBy(capturedEmail.id)
  return { kept, gone: (await tx.$count(captureMailbox)) - kept.length }
}

/** Returns the state of the emails to them, by the address's row. For jobs, because only they may read emails. */
export async function readGuideMails(tx: Transaction) {
  const mails = await tx
    .select({ id: mail.capturedEmailId, state: mail.state, finishedAt: mail.finishedAt })
    .from(mail)
    .where(isNotNull(mail.capturedEmailId))
  return new Map(mails.map((each) => [each.id, each]))
}

/** Keyed, because addresses can be guessed. */
function mailboxDigest({ name, domain }: Mailbox, secret: string): string {
  return createHmac('sha256', secret).update(`mailbox ${name}@${domain}`).digest('base64url')
}
