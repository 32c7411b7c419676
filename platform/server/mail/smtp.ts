import { isIP } from 'node:net'
import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import type { NodemailerError } from 'nodemailer'
import { parseConnectionUrl } from 'nodemailer/lib/shared'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import { composeMail } from './compose.ts'
import type { Mailer, Message, Outcome } from './mailer.ts'
import type { Sender } from './sender.ts'

/** How long a mail server may be silent, in milliseconds. */
export interface SmtpTimeouts {
  connectMs: number
  answerMs: number
}
const usual: SmtpTimeouts = { connectMs: 15_000, answerMs: 60_000 }

/**
 * Sends by a mail server, each mail over a connection of its own. `smtp:` insists on STARTTLS, or somebody on the way
 * could take the encryption off; only on this machine it goes without (or where the URL says requireTLS=false).
 */
export function smtpMailer(url: string, from: Sender, patience: SmtpTimeouts = usual): Mailer {
  const { auth, ...given } = parseConnectionUrl(url)
  const options = {
    requireTLS: !isLoopback(given.host ?? ''),
    ...given,
    connectionTimeout: patience.connectMs,
    greetingTimeout: patience.connectMs,
    socketTimeout: patience.answerMs,
    logger: false,
  }
  return {
    send: async (message) => {
      const connection = new SMTPConnection(options)
      try {
        return await hand(connection, auth, message, from)
      } finally {
        connection.close()
      }
    },
  }
}

type Auth = ReturnType<typeof parseConnectionUrl>['auth']

async function hand(connection: SMTPConnection, auth: Auth, message: Message, from: Sender): Promise<Outcome> {
  const bytes = await composeMail(message, from)
  let isHanded = false
  // It is read when the server has asked for it, and its end is the end of what the server needs to send it on.
  const stream = Readable.from([bytes]).on('end', () => {
    isHanded = true
  })
  const broken = new Promise<never>((_, fail) => connection.once('error', fail))
  try {
    await Promise.race([promisify(connection.connect.bind(connection))(), broken])
    if (auth) await Promise.race([promisify(connection.login.bind(connection))(auth), broken])
  } catch (error) {
    // Whatever it says, it says about us and not about the mail: somebody may mend it.
    return { state: 'later', reason: reasonOf(error) }
  }
  try {
    const envelope = { from: from.address, to: [message.to], size: bytes.length }
    await Promise.race([promisify(connection.send.bind(connection))(envelope, stream), broken])
    connection.quit()
    return { state: 'sent' }
  } catch (error) {
    return { state: classifyError(error, isHanded), reason: reasonOf(error) }
  }
}

/** Replies that want a sign-in or encryption: of no mail, but of how we are set up, which somebody may mend. */
const aboutUs: ReadonlySet<number> = new Set([530, 534, 535, 538])

/** Exported for its table of tests. */
export function classifyError(error: unknown, isHanded: boolean): 'later' | 'refused' | 'unknown' {
  const { code, responseCode, permanent }: Partial<NodemailerError> = error instanceof Error ? error : {}
  if (responseCode) return permanent && !aboutUs.has(responseCode) ? 'refused' : 'later'
  if (isHanded) return 'unknown'
  // Without a server's word: the address can't stand in an envelope, or the mail is larger than the server takes.
  return code === 'EENVELOPE' || code === 'EMESSAGE' ? 'refused' : 'later'
}

/** The server's codes, such as `450 4.2.0`, else ours: its words may repeat an address. */
function reasonOf(error: unknown): string {
  const { code, responseCode, response }: Partial<NodemailerError> = error instanceof Error ? error : {}
  if (!responseCode) return code ?? 'unknown fault'
  const enhanced = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response ?? '')?.[1]
  return enhanced ? `${responseCode} ${enhanced}` : String(responseCode)
}

function isLoopback(host: string): boolean {
  const name = host.replace(/^\[|\]$/g, '')
  return name === 'localhost' || name === '::1' || (isIP(name) === 4 && name.startsWith('127.'))
}
