import { sql } from 'drizzle-orm'
import type { Ctx } from '../ctx.ts'
import type { Transaction } from '../database/database.ts'
import type { Letter } from './letter.ts'

/** A letter with where it goes. */
export interface Mail extends Letter {
  /** An address that has passed the contract; null for nobody: the same work is done and no mail comes of it. */
  to: string | null
  /** Whose account it is about, so that it goes with the account; null for somebody who has none. */
  userId: string | null
  /** Whose names stand in it besides, so that it goes with them too. */
  names?: { project: string; user: string }
  /** The address that was left for it (features/operations), with which it goes, and where one click ends that. */
  captured?: { id: string; url: string } | null
  /** When its links end; after that it is not sent any more. */
  usefulUntil?: Date
}

/**
 * Writes a mail in the transaction of what it tells of; a job sends it once that is committed. Nothing is sent where the
 * transaction is rolled back. Mail to nobody takes as long, so that no answer tells whose address is known (DECISIONS 8).
 */
export async function sendMail(ctx: Ctx, tx: Transaction, mail: Mail): Promise<void> {
  const id = ctx.id()
  const now = ctx.now().toISOString()
  const { to, userId, subject, text, html } = mail
  await tx.execute(sql`
    insert into mail (id, user_id, recipient, subject, body_text, body_html, state, next_try_at, useful_until,
      names_project, names_user, captured_email_id, unsubscribe_url, created_at, updated_at)
    select ${id}, ${userId}::uuid, ${to}::text, ${subject}, ${text}, ${html}, 'queued', ${now}::timestamptz,
      ${mail.usefulUntil?.toISOString() ?? null}::timestamptz, ${mail.names?.project ?? null}::uuid,
      ${mail.names?.user ?? null}::uuid, ${mail.captured?.id ?? null}::uuid, ${mail.captured?.url ?? null}::text,
      ${now}::timestamptz, ${now}::timestamptz
    where ${to}::text is not null`)
  await ctx.queue.send(tx, 'mail', { mailId: id })
}
