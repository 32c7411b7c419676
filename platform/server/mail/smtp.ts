import { isIP } from 'node:net'
import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import type { NodemailerError } from 'nodemailer'
import { parseConnectionUrl } from 'nodemailer/lib/shared'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import { composeMail } from './compose.ts'
import type { Mailer, Message, Outcome } from './mailer.ts'
import type { Sender } from './sender.ts'

/** How long to wait for a mail server, in ms. */
export interface SmtpTimeouts {
  connectMs: number
  answerMs: number
}
const usual: SmtpTimeouts = { connectMs: 15_000, answerMs: 60_000 }

/**
 * Sends mails by SMTP, with one connection per mail. `smtp:` requires STARTTLS, so that a man in the middle can't strip
 * the encryption, except on loopback (or if the URL sets requireTLS=false).
 */
export function smtpMailer(url: string, from: Sender, patience: SmtpTimeouts = usual): Mailer {
  const { auth, ...settings } = parseConnectionUrl(url)
  const options = {
    requireTLS: !isLoopback(settings.host ?? ''),
    ...settings,
    connectionTimeout: patience.connectMs,
    greetingTimeout: patience.connectMs,
    socketTimeout: patience.answerMs,
    logger: false,
  }
  return {
    send: async (message) => {
      const connection = new SMTPConnection(options)
      try {
        return await transmit(connection, auth, message, from)
      } finally {
        connection.close()
      }
    },
  }
}

type Auth = ReturnType<typeof parseConnectionUrl>['auth']

async function transmit(connection: SMTPConnection, auth: Auth, message: Message, from: Sender): Promise<Outcome> {
  const bytes = await composeMail(message, from)
  let isTransmitted = false
  // The stream is read once the server asks for the data. From its end on, the server can send the mail.
  const stream = Readable.from([bytes]).on('end', () => {
    isTransmitted = true
  })
  const broken = new Promise<never>((_, fail) => connection.once('error', fail))
  try {
    await Promise.race([promisify(connection.connect.bind(connection))(), broken])
    if (auth) await Promise.race([promisify(connection.login.bind(connection))(auth), broken])
  } catch (error) {
    // Any error here is about our setup, not the mail, and can be fixed. So retry.
    return { state: 'later', reason: reasonOf(error) }
  }
  try {
    const envelope = { from: from.address, to: [message.to], size: bytes.length }
    await Promise.race([promisify(connection.send.bind(connection))(envelope, stream), broken])
    connection.quit()
    return { state: 'sent' }
  } catch (error) {
    const state = classifyError(error, isTransmitted)
    const reason = reasonOf(error)
    return state === 'refused' && isAboutAddress(error) ? { state, reason, isAddress: true } : { state, reason }
  }
}

/** Replies that require a sign-in or encryption: a configuration problem, not the mail's. */
const configurationReplies: ReadonlySet<number> = new Set([530, 534, 535, 538])

/** Classifies an SMTP error. Exported for tests. */
export function classifyError(error: unknown, isTransmitted: boolean): 'later' | 'refused' | 'unknown' {
  const { code, responseCode, permanent }: Partial<NodemailerError> = error instanceof Error ? error : {}
  if (responseCode) return permanent && !configurationReplies.has(responseCode) ? 'refused' : 'later'
  if (isTransmitted) return 'unknown'
  // Without a reply: the address doesn't fit an envelope, or the mail exceeds the server's size limit.
  return code === 'EENVELOPE' || code === 'EMESSAGE' ? 'refused' : 'later'
}

/** Policy replies (x.7.x) are about the sender or the mail, not the recipient. */
function isAboutAddress(error: unknown): boolean {
  const { command, responseCode, response }: Partial<NodemailerError> = error instanceof Error ? error : {}
  return command === 'RCPT TO' && responseCode !== undefined && !/^\d{3}[ -]\d\.7\./.test(response ?? '')
}

/** Returns the server's codes, such as `450 4.2.0`, or else ours. Its text may repeat an address. */
function reasonOf(error: unknown): string {
  const { code, responseCode, response }: Partial<NodemailerError> = error instanceof Error ? error : {}
  if (!responseCode) return code ?? 'unknown error'
  const enhanced = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response ?? '')?.[1]
  return enhanced ? `${responseCode} ${enhanced}` : String(responseCode)
}

function isLoopback(host: string): boolean {
  const name = host.replace(/^\[|\]$/g, '')
  return name === 'localhost' || name === '::1' || (isIP(name) === 4 && name.startsWith('127.'))
}
