import { countSince, daysSince, firstHold, quietHours, type SendingLimit } from '../messages/limits.ts'
import { dayMs } from '../rules/wall-clock.ts'
import type { MailHold, MailRefusal } from './holds.ts'

/**
 * First mails in 24 hours: how many on the first day of sending, and how many more with each full day since. Mail
 * providers publish no numbers for new senders, so these are our own caution.
 */
export const mailWarmUp = { start: 10, growth: 5 } as const

export interface MailingInput {
  now: Date
  /** The project's (DECISIONS 21). */
  timeZone: string
  settings: { stoppedAt: Date | null; quietFrom: number; quietTo: number }
  /** Null once it is deleted. */
  mailbox: {
    state: 'connected' | 'failing' | 'disconnected'
    pausedAt: Date | null
    dailyMost: number
    /** When it first sent a first mail; null: never. It has been warming up since. */
    firstSentAt: Date | null
  } | null
  /** Whether the address hasn't written to the mailbox in this conversation. */
  isFirst: boolean
  isSuppressed: boolean
  doNotContact: boolean
  /** The first mails that the mailbox sent in the last 24 hours, in any order. */
  firstMails: readonly { at: Date }[]
}

export type MailingDecision =
  | { state: 'go' }
  /** `until`: the earliest instant at which this limit no longer holds; null: only a change by somebody ends it. */
  | { state: 'hold'; hold: MailHold; until: Date | null }
  | { state: 'refuse'; because: Extract<MailRefusal, 'doNotContact' | 'suppressed'> }

/**
 * Decides whether a mail may leave now (docs/decisions/0119). Of several holds, the first in the order of
 * engine/mail/holds.ts counts. Whoever may never get mail is refused first. Throws RangeError for an unknown time zone.
 */
export function decideMailing(input: MailingInput): MailingDecision {
  const { now, timeZone, settings, mailbox, isFirst } = input
  if (input.doNotContact) return { state: 'refuse', because: 'doNotContact' }
  if (input.isSuppressed) return { state: 'refuse', because: 'suppressed' }
  if (settings.stoppedAt !== null) return heldUntilChanged('stopped')
  if (mailbox === null || mailbox.state === 'disconnected') return heldUntilChanged('mailbox')
  if (mailbox.pausedAt !== null) return heldUntilChanged('paused')
  // Whoever wrote to us expects an answer.
  if (!isFirst) return { state: 'go' }
  return firstHold<MailHold>(now, [quietHours(now, timeZone, settings), daily(input, mailbox)]) ?? { state: 'go' }
}

function heldUntilChanged(hold: MailHold): MailingDecision {
  return { state: 'hold', hold, until: null }
}

/** Returns how many first mails a mailbox may send in 24 hours: a few on its first day, more each day after. */
export function mailAllowance(firstSentAt: Date | null, dailyMost: number, now: Date): number {
  const age = firstSentAt === null ? 0 : now.getTime() - firstSentAt.getTime()
  return Math.min(dailyMost, mailWarmUp.start + mailWarmUp.growth * Math.max(0, Math.floor(age / dayMs)))
}

function daily(
  { now, firstMails }: MailingInput,
  { dailyMost, firstSentAt }: NonNullable<MailingInput['mailbox']>,
): SendingLimit<'mailDaily'> {
  const expiries = firstMails.map(({ at }) => at.getTime() + dayMs)
  const growth = firstSentAt === null ? [] : daysSince(firstSentAt.getTime(), now.getTime(), Math.max(0, ...expiries))
  return {
    hold: 'mailDaily',
    holdsAt: (instant) =>
      countSince(instant - dayMs, firstMails) >= mailAllowance(firstSentAt, dailyMost, new Date(instant)),
    ends: [...expiries, ...growth],
  }
}
