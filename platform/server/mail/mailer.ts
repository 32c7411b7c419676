import type { Sandbox } from '../../contract/sandbox.ts'
import type { Config } from '../config.ts'
import { isLoopback } from '../loopback.ts'
import { folderMailer } from './folder.ts'
import { smtpMailer } from './smtp.ts'

/** A mail on its way out. The id goes along, so that a receiver can tell a second copy. */
export interface Message {
  id: string
  to: string
  subject: string
  text: string
  html: string
  /** Where one click unsubscribes (RFC 8058). */
  unsubscribeUrl?: string
  /** When it was written: the same in every copy of it. */
  writtenAt: Date
}

/**
 * What came of one try. `reason` holds codes only. later: not taken, and may be another time · refused: never will be ·
 * unknown: handed over without a word about it, so it may have been sent.
 */
export type Outcome = { state: 'sent' } | { state: 'later' | 'refused' | 'unknown'; reason: string }

/** The way out for mails. */
export interface Mailer {
  send(message: Message): Promise<Outcome>
}

/**
 * By SMTP_URL; without one, files in a folder of DATA_DIR, to be read there, and by the sandbox's mail server where that
 * is given (DESIGN 7).
 */
export function openMailer(
  { smtpUrl, mailFrom, dataDir }: Pick<Config, 'smtpUrl' | 'mailFrom' | 'dataDir'>,
  sandboxUrl: string | null,
): Mailer {
  if (smtpUrl !== null) return smtpMailer(smtpUrl, mailFrom)
  const folder = folderMailer(dataDir, mailFrom)
  if (sandboxUrl === null) return folder
  const sandbox = smtpMailer(sandboxUrl, mailFrom)
  return {
    send: async (message) => {
      const kept = await folder.send(message)
      return kept.state === 'sent' ? sandbox.send(message) : kept
    },
  }
}

/**
 * The sandbox's mail server, where mails go there. Anybody on this machine can read them, and links in them are keys, so
 * that it is there only where people reach the product on this machine, like the sandbox's sign-in.
 */
export function sandboxMailOf(
  { smtpUrl, publicUrl }: Pick<Config, 'smtpUrl' | 'publicUrl'>,
  sandbox: Sandbox | null,
): Sandbox['mail'] {
  return smtpUrl === null && isLoopback(publicUrl) ? (sandbox?.mail ?? null) : null
}
