import { count, eq } from 'drizzle-orm'
import { ApiError } from '#platform/contract/errors.ts'
import { announce } from '#platform/server/announce.ts'
import { audit } from '#platform/server/audit.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { type Transaction, transaction } from '#platform/server/database/database.ts'
import { insertRow, lockRow, writeRow } from '#platform/server/database/rows/own-row.ts'
import { spend } from '#platform/server/permissions/rate-limit.ts'
import { requireRight } from '#platform/server/permissions/rights.ts'
import { signedInId } from '#platform/server/permissions/signed-in.ts'
import { lockProjectWithRight } from '#platform/server/tenancy/lock-project.ts'
import type { MailboxAttempt, MailboxConnect, MailboxServers } from '../../contract-mailboxes.ts'
import { type MailboxRow, mailboxes } from './mailbox-rows.ts'
import { sealedSecret } from './secrets.ts'
import type { MailServer } from './servers.ts'
import { mailbox } from './tables.ts'
import { isAccepted, tryServers } from './try-servers.ts'
import { wakeMails } from './waiting-mails.ts'

/** The most mailboxes of a project. */
const projectMax = 20

/** The columns of a mailbox that nothing was read or sent with yet. */
export const newMailbox = {
  ...{ accessSealed: null, accessUntil: null, trouble: null, failures: 0, pausedAt: null },
  ...{ dailyMost: 50, signature: '', showsAll: false },
  ...{ inboxValidity: null, inboxUid: 0, sentFolder: null, sentValidity: null, sentUid: 0 },
  ...{ readAt: null, firstSentAt: null },
} as const

/** What a user tries per hour, so that Earshot can't be used to guess passwords. */
const attemptBudget = { attempts: 30, minutes: 60 }

/** Tries the servers of a mailbox, and connects it to a project if both accept it. */
export async function connectMailbox(
  ctx: Ctx,
  { project: projectId, address, name, signature, password, ...asked }: MailboxConnect,
): Promise<MailboxAttempt> {
  requireRight(ctx, projectId, 'changeProject')
  await spendAttempt(ctx)
  const servers = { imap: { kind: 'password', ...asked.imap }, smtp: { kind: 'password', ...asked.smtp } } as const
  const steps = await tryServers(ctx, servers, { password })
  if (!isAccepted(steps)) return { mailbox: null, steps }
  const values = { ...newMailbox, projectId, address, name, signature, ...serverColumns(servers) }
  const id = await transaction(ctx, (tx) =>
    addMailbox(ctx, tx, { ...values, kind: 'password', ...sealedSecret(ctx, password) }),
  )
  return { mailbox: id, steps }
}

/** Adds a mailbox whose servers accepted it, and lets it be read at once. Throws ValidationError for a known address. */
export async function addMailbox(
  ctx: Ctx,
  tx: Transaction,
  values: Omit<MailboxRow, 'id' | 'state' | 'connectedAt' | 'dueAt' | 'createdBy' | 'createdAt' | 'updatedAt'>,
): Promise<string> {
  const { projectId, address } = values
  await lockProjectWithRight(ctx, tx, projectId, 'changeProject')
  const [known] = await tx.select({ total: count() }).from(mailbox).where(eq(mailbox.projectId, projectId))
  if ((known?.total ?? 0) >= projectMax) {
    throw new ApiError('ApplicationError', `This project has reached the limit of ${projectMax} mailboxes.`)
  }
  const now = ctx.now()
  const row = { ...values, state: 'connected' as const, connectedAt: now, dueAt: now, createdBy: signedInId(ctx) }
  const id = await insertRow(ctx, tx, mailboxes(ctx), row)
  await ctx.queue.send(tx, 'mailboxes', {})
  await announce(ctx, tx, 'messages', [projectId])
  await audit(ctx, tx, { projectId, action: 'mailbox.connect', subjectId: id, details: { address } })
  return id
}

/** Tries other servers or another password for a mailbox, and saves them if both servers accept. */
export async function changeServers(
  ctx: Ctx,
  { id, data: { password, ...asked } }: { id: string; data: MailboxServers },
): Promise<MailboxAttempt> {
  const { projectId } = await transaction(ctx, (tx) => lockRow(ctx, tx, mailboxes(ctx), id))
  requireRight(ctx, projectId, 'changeProject')
  await spendAttempt(ctx)
  const servers = { imap: { kind: 'password', ...asked.imap }, smtp: { kind: 'password', ...asked.smtp } } as const
  const steps = await tryServers(ctx, servers, { password })
  if (!isAccepted(steps)) return { mailbox: null, steps }
  await transaction(ctx, async (tx) => {
    const row = await lockRow(ctx, tx, mailboxes(ctx), id)
    const isMoved = row.imapHost !== asked.imap.host || row.imapUser !== asked.imap.user
    await reconnect(ctx, tx, row, {
      ...{ kind: 'password', accessSealed: null, accessUntil: null },
      ...serverColumns(servers),
      ...sealedSecret(ctx, password),
      // Another server numbers its mails differently.
      ...(isMoved && { inboxValidity: null, inboxUid: 0, sentFolder: null, sentValidity: null, sentUid: 0 }),
    })
  })
  return { mailbox: id, steps }
}

/** Saves new secrets of a mailbox, which then is connected, and wakes what waits for it. */
export async function reconnect(
  ctx: Ctx,
  tx: Transaction,
  row: MailboxRow,
  changes: Partial<MailboxRow>,
): Promise<void> {
  const now = ctx.now()
  const connected = { state: 'connected', trouble: null, failures: 0, dueAt: now } as const
  // What arrived while it was disconnected isn't read.
  const since = row.state === 'disconnected' ? { connectedAt: now } : {}
  await writeRow(ctx, tx, mailboxes(ctx), row, { ...connected, ...since, ...changes })
  await wakeMails(ctx, tx, row)
  await ctx.queue.send(tx, 'mailboxes', {})
  await announce(ctx, tx, 'messages', [row.projectId])
  await audit(ctx, tx, { projectId: row.projectId, action: 'mailbox.reconnect', subjectId: row.id })
}

function serverColumns({ imap, smtp }: { imap: MailServer; smtp: MailServer }) {
  return {
    ...{ imapHost: imap.host, imapPort: imap.port, imapSecurity: imap.security, imapUser: imap.user },
    ...{ smtpHost: smtp.host, smtpPort: smtp.port, smtpSecurity: smtp.security, smtpUser: smtp.user },
  }
}

function spendAttempt(ctx: Ctx): Promise<void> {
  return spend(ctx, [{ key: `mailbox of ${signedInId(ctx)}`, ...attemptBudget }])
}
