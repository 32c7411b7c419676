import { sql } from 'drizzle-orm'
import { isInternalAdmin } from '#features/billing/server/index.ts'
import { ApiError } from '#platform/contract/errors.ts'
import { audit } from '#platform/server/audit.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { readOnly, type Transaction, transaction } from '#platform/server/database/database.ts'
import { presentActor } from '#platform/server/permissions/signed-in.ts'
import type { ReadableMail, UndeliveredMail } from '../../contract.ts'
import { mailsPerPage } from '../../contract-limits.ts'

interface MailRow extends Record<string, unknown> {
  id: string
  recipient: string
  subject: string
  body_text: string
  body_html: string
  kept: boolean
  state: 'queued' | 'sending' | 'sent' | 'failed'
  fault: string | null
  next_try_at: string | null
  created_at: string
  user_id: string | null
  project_id: string | null
  total: number
}

interface Wanted {
  id: string | null
  most: number
  skipped: number
}

/** Returns the emails that no mail server has delivered, newest first. Throws NotFoundError unless an admin asks. */
export async function readUndeliveredMails(
  ctx: Ctx,
  { page }: { page: number },
): Promise<{ mails: UndeliveredMail[]; total: number }> {
  const skipped = (page - 1) * mailsPerPage
  const rows = await readOnly(ctx, (tx) => readRows(ctx, tx, { id: null, most: mailsPerPage, skipped }))
  return { mails: rows.map(presentMail), total: rows[0]?.total ?? 0 }
}

/**
 * Returns one email with its text, which may let the reader into the recipient's account. So the log of each project that
 * the email or its recipient belongs to gets an entry. Throws NotFoundError unless an admin asks, and for other emails.
 */
export async function readUndeliveredMail(ctx: Ctx, { id }: { id: string }): Promise<ReadableMail> {
  const { userId } = presentActor(ctx)
  const { row, projects } = await readOnly(ctx, async (tx) => {
    const [found] = await readRows(ctx, tx, { id, most: 1, skipped: 0 })
    if (!found?.kept) throw new ApiError('NotFoundError', 'Not Found')
    return { row: found, projects: found.user_id === userId ? [] : await projectsOf(tx, found) }
  })
  const logged = async (tx: Transaction) => {
    for (const projectId of projects) await audit(ctx, tx, { projectId, action: 'mail.read', subjectId: id })
  }
  await transaction(ctx, logged, { alsoProjects: projects })
  return { ...presentMail(row), text: row.body_text, html: row.body_html }
}

async function readRows(ctx: Ctx, tx: Transaction, { id, most, skipped }: Wanted): Promise<MailRow[]> {
  if (!(await isInternalAdmin(ctx, tx))) throw new ApiError('NotFoundError', 'Not Found')
  const admins = sql.param([...ctx.adminEmails])
  const { rows } = await tx.execute<MailRow>(sql`
    select * from undelivered_mail(${presentActor(ctx).userId}::uuid, ${admins}::text[], ${id}::uuid, ${most}::integer,
      ${skipped}::integer)`)
  return rows
}

/** Returns the project that an email is about, or else those of the account that it is about. */
async function projectsOf(tx: Transaction, { project_id: projectId, user_id: userId }: MailRow): Promise<string[]> {
  if (projectId !== null) return [projectId]
  if (userId === null) return []
  const { rows } = await tx.execute<{ id: string }>(sql`select project_id as id from memberships_of(${userId})`)
  return rows.map(({ id }) => id)
}

function presentMail({ id, recipient, subject, kept, state, fault, ...row }: MailRow): UndeliveredMail {
  return {
    ...{ id, to: recipient, subject, reason: fault },
    createdAt: new Date(row.created_at).toISOString(),
    state: kept ? 'kept' : state === 'failed' ? 'failed' : 'waiting',
    nextTryAt: row.next_try_at === null ? null : new Date(row.next_try_at).toISOString(),
  }
}
