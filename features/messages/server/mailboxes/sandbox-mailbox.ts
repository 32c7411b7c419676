import { and, eq } from 'drizzle-orm'
import { ApiError } from '#platform/contract/errors.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { readOnly, transaction } from '#platform/server/database/database.ts'
import { requireRight } from '#platform/server/permissions/rights.ts'
import { project } from '#platform/server/tenancy/tables.ts'
import type { MailboxAttempt, MailboxOptions } from '../../contract-mailboxes.ts'
import { mailApp } from './apps.ts'
import { addMailbox, newMailbox, reconnect } from './connect.ts'
import { sealedSecret } from './secrets.ts'
import { type MailServer, sandboxPorts } from './servers.ts'
import { mailbox } from './tables.ts'
import { isAccepted, tryServers } from './try-servers.ts'

/** Returns which ways to connect a mailbox a project has besides a password. */
export async function readMailboxOptions(ctx: Ctx, { id }: { id: string }): Promise<MailboxOptions> {
  requireRight(ctx, id, 'readOutreach')
  return {
    google: mailApp(ctx, 'google') !== null,
    microsoft: mailApp(ctx, 'microsoft') !== null,
    sandbox: await hasSandbox(ctx, id),
  }
}

/** The sandbox accepts any password. */
const password = 'sandbox'

/** Connects a mailbox of the sandbox to a project, once. */
export async function connectSandboxMailbox(ctx: Ctx, { id: projectId }: { id: string }): Promise<MailboxAttempt> {
  requireRight(ctx, projectId, 'changeProject')
  if (!(await hasSandbox(ctx, projectId))) {
    throw new ApiError('ApplicationError', 'The sandbox mailbox is for projects that show sample data')
  }
  // Each project has its own, so that projects don't read each other's mail.
  const address = `team-${projectId.replaceAll('-', '').slice(-12)}@sandbox.example`
  const server = { kind: 'sandbox', host: '127.0.0.1', security: 'none', user: address } as const
  const servers: { imap: MailServer; smtp: MailServer } = {
    imap: { ...server, port: sandboxPorts.imap },
    smtp: { ...server, port: sandboxPorts.smtp },
  }
  const steps = await tryServers(ctx, servers, { password })
  if (!isAccepted(steps)) return { mailbox: null, steps }
  const id = await transaction(ctx, async (tx) => {
    const isRow = and(eq(mailbox.projectId, projectId), eq(mailbox.address, address))
    const [row] = await tx.select().from(mailbox).where(isRow).for('update')
    if (row) {
      if (row.state !== 'connected') await reconnect(ctx, tx, row, sealedSecret(ctx, password))
      return row.id
    }
    const { imap, smtp } = servers
    return addMailbox(ctx, tx, {
      ...newMailbox,
      ...{ projectId, address, name: 'Sandbox mailbox', kind: 'sandbox', ...sealedSecret(ctx, password) },
      ...{ imapHost: imap.host, imapPort: imap.port, imapSecurity: imap.security, imapUser: address },
      ...{ smtpHost: smtp.host, smtpPort: smtp.port, smtpSecurity: smtp.security, smtpUser: address },
    })
  })
  return { mailbox: id, steps }
}

async function hasSandbox(ctx: Ctx, projectId: string): Promise<boolean> {
  if (!ctx.sandbox?.mail) return false
  const [row] = await readOnly(ctx, (tx) =>
    tx.select({ realm: project.realm }).from(project).where(eq(project.id, projectId)),
  )
  return row?.realm === 'sandbox'
}
