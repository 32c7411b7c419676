import { sql } from 'drizzle-orm'
import type { Ctx } from '../ctx.ts'
import type { Transaction } from '../database/database.ts'
import type { Letter } from './letter.ts'

/** A letter and its recipient. */
export interface Mail extends Letter {
  /** An address validated by the contract. Null does the same work but sends no mail. */
  to: string | null
  /** The account that the mail is about and is erased with; null if the recipient has none. */
  userId: string | null
  /** The project and the user it names; it is erased with either of them. */
  names?: { project: string; user: string }
  /** The captured email (features/operations) it is erased with. */
  captured?: { id: string } | null
  /** The one-click unsubscribe URL (RFC 8058). */
  unsubscribeUrl?: string
  /** The delivery that takes over its outcome (docs/decisions/0102). It is erased with it. */
  delivery?: { projectId: string; id: string }
  /** When its links expire. It isn't sent after that. */
  usefulUntil?: Date
}

/**
 * Queues a mail in the caller's transaction. A job sends it after the commit; a rollback sends nothing. Without a
 * recipient it takes as long, so that the response time doesn't reveal whether an address is known (DECISIONS 8).
 */
export async function sendMail(ctx: Ctx, tx: Transaction, mail: Mail): Promise<void> {
  const id = ctx.id()
  const now = ctx.now().toISOString()
  const { to, userId, subject, text, html } = mail
  await tx.execute(sql`
    insert into mail (id, user_id, recipient, subject, body_text, body_html, state, next_try_at, useful_until,
      names_project, names_user, captured_email_id, unsubscribe_url, delivery_project, delivery_id, created_at, updated_at)
    select ${id}, ${userId}::uuid, ${to}::text, ${subject}, ${text}, ${html}, 'queued', ${now}::timestamptz,
      ${mail.usefulUntil?.toISOString() ?? null}::timestamptz, ${mail.names?.project ?? null}::uuid,
      ${mail.names?.user ?? null}::uuid, ${mail.captured?.id ?? null}::uuid, ${mail.unsubscribeUrl ?? null}::text,
      ${mail.delivery?.projectId ?? null}::uuid, ${mail.delivery?.id ?? null}::uuid,
      ${now}::timestamptz, ${now}::timestamptz
    where ${to}::text is not null`)
  await ctx.queue.send(tx, 'mail', { mailId: id })
}
