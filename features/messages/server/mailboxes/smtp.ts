import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import type { NodemailerError } from 'nodemailer'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import XOAuth2 from 'nodemailer/lib/xoauth2'
import type { MailboxTrouble } from '#engine/mail/holds.ts'
import { signInTrouble } from '#engine/mail/presets.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { classifyError } from '#platform/server/mail/smtp.ts'
import { type Credentials, dialMailServer, MailboxError, type MailServer, mailPatience } from './servers.ts'

/** What became of a mail. `words` are the server's own, for people. */
export type MailOutcome =
  | { state: 'sent' }
  /** Not accepted, but maybe later. */
  | { state: 'later'; words: string }
  | { state: 'refused'; words: string; isAddress: boolean }
  /** The connection ended after the text: the server may have accepted it. */
  | { state: 'unknown' }
  /** Something is wrong with the mailbox; nothing was sent. */
  | { state: 'failed'; trouble: MailboxTrouble }

/** Signs in to a mail server and out again. Throws MailboxError. */
export async function trySmtp(ctx: Ctx, server: MailServer, credentials: Credentials): Promise<void> {
  const { connection } = await openSmtp(ctx, server, credentials)
  connection.quit()
  connection.close()
}

/** Sends a mail. Doesn't throw for what the server does. */
export async function sendBySmtp(
  ctx: Ctx,
  server: MailServer,
  credentials: Credentials,
  { from, to, raw }: { from: string; to: string; raw: Buffer },
): Promise<MailOutcome> {
  const opened = await openSmtp(ctx, server, credentials).catch((error: unknown) => {
    if (error instanceof MailboxError) return error.trouble
    throw error
  })
  if (typeof opened === 'string') return { state: 'failed', trouble: opened }
  const { connection, broken } = opened
  let isTransmitted = false
  // The stream is read once the server asks for the data. From its end on, the server can send the mail.
  const stream = Readable.from([raw]).on('end', () => {
    isTransmitted = true
  })
  try {
    const envelope = { from, to: [to], size: raw.length }
    await Promise.race([promisify(connection.send.bind(connection))(envelope, stream), broken])
    connection.quit()
    return { state: 'sent' }
  } catch (error) {
    const state = classifyError(error, isTransmitted)
    if (state === 'unknown') return { state }
    const { command, response = '' }: Partial<NodemailerError> = error instanceof Error ? error : {}
    const words = wordsOf(response)
    if (state === 'later') return { state, words }
    return { state, words, isAddress: command === 'RCPT TO' && !/^\d{3}[ -]\d\.7\./.test(response) }
  } finally {
    connection.close()
  }
}

async function openSmtp(
  ctx: Ctx,
  server: MailServer,
  credentials: Credentials,
): Promise<{ connection: SMTPConnection; broken: Promise<never> }> {
  const socket = await dialMailServer(ctx, server)
  const isSecure = server.security === 'tls'
  const connection = new SMTPConnection({
    host: server.host,
    port: server.port,
    // The socket is open, and encrypted if it must be: its address was checked.
    connection: socket,
    ...{ secure: isSecure, secured: isSecure, requireTLS: server.security === 'startTls' },
    ...(server.kind === 'sandbox' && { ignoreTLS: true }),
    connectionTimeout: mailPatience.connectMs,
    greetingTimeout: mailPatience.connectMs,
    socketTimeout: mailPatience.answerMs,
    logger: false,
  })
  const broken = new Promise<never>((_, fail) => connection.on('error', fail))
  // Whoever waits for it hears of it.
  broken.catch(() => {})
  try {
    await Promise.race([promisify(connection.connect.bind(connection))(), broken])
    await Promise.race([promisify(connection.login.bind(connection))(authOf(server, credentials)), broken])
    return { connection, broken }
  } catch (error) {
    connection.close()
    socket.destroy()
    // The client's errors may contain what was sent.
    throw new MailboxError(troubleOf(server, error))
  }
}

function authOf({ user }: MailServer, credentials: Credentials) {
  if ('password' in credentials) return { user, pass: credentials.password }
  return { user, method: 'XOAUTH2', oauth2: new XOAuth2({ user, accessToken: credentials.accessToken }) }
}

function troubleOf(server: MailServer, error: unknown): MailboxTrouble {
  const { code = '', message = '' }: Partial<NodemailerError> = error instanceof Error ? error : {}
  if (code === 'EAUTH') return signInTrouble(server.kind, server.host)
  if (code === 'ETLS') return /certificate|altname|self.signed/i.test(message) ? 'certificate' : 'noEncryption'
  return code === 'ETIMEDOUT' ? 'slow' : 'refused'
}

/** The most characters of a server's words that are shown. */
const wordsMost = 300

/** Returns a server's reply as one line of plain text. */
function wordsOf(response: string): string {
  return response
    .toWellFormed()
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, wordsMost)
}
