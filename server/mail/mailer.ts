import type { Config } from '../config.ts'
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

/** By SMTP_URL; without one, files in a folder of DATA_DIR, to be read there. */
export function openMailer({ smtpUrl, mailFrom, dataDir }: Pick<Config, 'smtpUrl' | 'mailFrom' | 'dataDir'>): Mailer {
  return smtpUrl === null ? folderMailer(dataDir, mailFrom) : smtpMailer(smtpUrl, mailFrom)
}
