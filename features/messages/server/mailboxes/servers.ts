import { once } from 'node:events'
import type { Socket } from 'node:net'
import type { MailboxTrouble } from '#engine/mail/holds.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import {
  ConnectionError,
  type ConnectionFault,
  connectPublicPort,
  startTls,
} from '#platform/server/network/public-connection.ts'
import type { mailbox } from './tables.ts'

type MailboxRow = typeof mailbox.$inferSelect

/** One of the two servers of a mailbox. */
export interface MailServer {
  kind: MailboxRow['kind']
  host: string
  port: number
  security: MailboxRow['imapSecurity']
  user: string
}

/** How a mailbox signs in: with a password, or with an access token (XOAUTH2). */
export type Credentials = { password: string } | { accessToken: string }

/** Something is wrong with a mailbox's server or its settings. Has no text of the server, which may repeat a secret. */
export class MailboxError extends Error {
  override readonly name = 'MailboxError'
  readonly trouble: MailboxTrouble

  constructor(trouble: MailboxTrouble, options?: ErrorOptions) {
    super(trouble, options)
    this.trouble = trouble
  }
}

/** How long to wait for a mail server, in ms. */
export const mailPatience = { connectMs: 15_000, answerMs: 30_000 }

const faults: Record<ConnectionFault, MailboxTrouble> = {
  private: 'hostPrivate',
  notFound: 'hostNotFound',
  unreachable: 'unreachable',
  insecure: 'certificate',
  slow: 'slow',
}

/** Returns the servers of a mailbox. */
export function serversOf(row: MailboxRow): { imap: MailServer; smtp: MailServer } {
  const { kind } = row
  return {
    imap: { kind, host: row.imapHost, port: row.imapPort, security: row.imapSecurity, user: row.imapUser },
    smtp: { kind, host: row.smtpHost, port: row.smtpPort, security: row.smtpSecurity, user: row.smtpUser },
  }
}

/**
 * Connects to a mail server, encrypted if its security is `tls`. Only the sandbox's mailbox reaches this machine; others
 * need a public host (platform/server/network). Throws MailboxError.
 */
export async function dialMailServer(ctx: Ctx, server: MailServer): Promise<Socket> {
  const patience = AbortSignal.timeout(mailPatience.connectMs)
  try {
    if (server.kind === 'sandbox') return await dialSandbox(ctx, server, patience)
    const socket = await connectPublicPort(ctx.network, server, patience)
    return server.security === 'tls' ? await startTls(socket, server.host, patience) : socket
  } catch (error) {
    if (error instanceof ConnectionError) throw new MailboxError(faults[error.fault], { cause: error })
    throw error
  }
}

/** The sandbox's ports change when it restarts, so they are looked up. */
async function dialSandbox({ network, sandbox }: Ctx, { port }: MailServer, patience: AbortSignal): Promise<Socket> {
  const { smtpUrl, imapUrl } = sandbox?.mail ?? {}
  if (!smtpUrl || !imapUrl) throw new MailboxError('unreachable')
  const { hostname, port: current } = new URL(port === sandboxPorts.imap ? imapUrl : smtpUrl)
  const socket = network.dial(hostname, Number(current))
  try {
    await once(socket, 'connect', { signal: patience })
    return socket
  } catch (error) {
    socket.destroy()
    throw new MailboxError('unreachable', { cause: error })
  }
}

/** The usual ports of both protocols stand for the sandbox's. */
export const sandboxPorts = { imap: 143, smtp: 587 } as const
