import type { SuppressionReason } from '#engine/mail/holds.ts'
import { agoText } from '#platform/web/text/age.ts'
import { count } from '#platform/web/text/units.ts'
import type { Mailbox } from '../../contract-mailbox.ts'
import type { MailboxAttempt } from '../../contract-mailboxes.ts'

export const reasonNames: Record<SuppressionReason, string> = {
  unsubscribed: 'Unsubscribed',
  bounced: 'Bounced',
  asked: 'Asked to stop',
  manual: 'Added by hand',
}

export const stepNames: Record<MailboxAttempt['steps'][number]['step'], string> = {
  imap: 'Read mail (IMAP)',
  smtp: 'Send mail (SMTP)',
}

export const kindNames: Record<Mailbox['kind'], string> = {
  password: 'Password',
  google: 'Google sign-in',
  microsoft: 'Microsoft sign-in',
  sandbox: 'Sample data',
}

export const securityNames: Record<Mailbox['imapSecurity'], string> = {
  tls: 'TLS',
  startTls: 'STARTTLS',
  none: 'None',
}

/** How a mailbox stands, as a badge. */
export function mailboxStatus({ state, pausedAt }: Pick<Mailbox, 'state' | 'pausedAt'>): {
  label: string
  look: 'good' | 'danger' | 'gray' | 'warn'
} {
  if (state === 'disconnected') return { label: 'Disconnected', look: 'gray' }
  if (state === 'failing') return { label: 'Failing', look: 'danger' }
  return pausedAt === null ? { label: 'Connected', look: 'good' } : { label: 'Paused', look: 'warn' }
}

/** Returns how many first mails a mailbox sends today, and why that may be fewer than its limit. */
export function todayText({ today: { sent, most }, dailyMost }: Pick<Mailbox, 'today' | 'dailyMost'>): string {
  const used = `${count(sent)} of ${count(most)} first emails today`
  return most < dailyMost ? `${used}. Warming up to ${count(dailyMost)} a day` : used
}

/** Returns when a mailbox was last read. */
export function readText({ readAt }: Pick<Mailbox, 'readAt'>, now: number): string {
  return readAt === null ? 'Not read yet' : `Last read ${agoText(readAt, now)}`
}
