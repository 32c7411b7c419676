import type { Sandbox } from '../../contract/sandbox.ts'
import type { Config } from '../config.ts'
import { isLoopback } from '../loopback.ts'
import { folderMailer } from './folder.ts'
import { smtpMailer } from './smtp.ts'

/** An outgoing mail. Receivers recognize a duplicate by its id. */
export interface Message {
  id: string
  to: string
  subject: string
  text: string
  html: string
  /** The one-click unsubscribe URL (RFC 8058). */
  unsubscribeUrl?: string
  /** When it was written: the same in every copy. */
  writtenAt: Date
}

/**
 * The outcome of one attempt; `reason` holds codes only. later: not accepted, retry · refused: never will be ·
 * unknown: handed over without a reply, so it may have been sent.
 */
export type Outcome =
  /** kept: written to the folder only. Its text is kept for admins to read. */
  | { state: 'sent'; kept?: true }
  | { state: 'later' | 'unknown'; reason: string }
  /** isAddress: the server refused the recipient, not the mail. */
  | { state: 'refused'; reason: string; isAddress?: true }

/** Delivers mails. */
export interface Mailer {
  send(message: Message): Promise<Outcome>
}

/**
 * Returns a mailer for SMTP_URL. Without it, writes mails to a folder in DATA_DIR and also sends them to the sandbox's
 * mail server, if there is one (DESIGN 7).
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
      const written = await folder.send(message)
      if (written.state !== 'sent') return written
      const outcome = await sandbox.send(message)
      return outcome.state === 'sent' ? written : outcome
    },
  }
}

/**
 * Returns the sandbox's mail server if mails go there. Anyone on this machine can read them, and their links grant
 * access, so it is used only if the product itself is served on loopback, like the sandbox's sign-in.
 */
export function sandboxMailOf(
  { smtpUrl, publicUrl }: Pick<Config, 'smtpUrl' | 'publicUrl'>,
  sandbox: Sandbox | null,
): Sandbox['mail'] {
  return smtpUrl === null && isLoopback(publicUrl) ? (sandbox?.mail ?? null) : null
}
