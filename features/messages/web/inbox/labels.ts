import { agoText } from '#platform/web/text/age.ts'
import type { Conversation, Message } from '../../contract.ts'
import type { Box } from './view.ts'

export const boxNames: Record<Box, string> = {
  all: 'All',
  mine: 'Mine',
  unassigned: 'Unassigned',
  unread: 'Unread',
  snoozed: 'Snoozed',
  done: 'Done',
}

export const kindNames: Record<Conversation['kind'], string> = {
  message: 'Direct message',
  comment: 'Comments',
  mention: 'Mention',
  modmail: 'Modmail',
  mail: 'Mail',
}

/** In place of the text of a message that has none. */
export const noText: Record<Conversation['channel'], string> = { reddit: 'Deleted on Reddit', mail: 'No text' }

/** In place of the subject of a mail that has none. */
export const noSubject = 'No subject'

export const priorities = ['high', 'normal', 'low'] as const satisfies readonly Conversation['priority'][]

export const priorityNames: Record<Conversation['priority'], string> = { low: 'Low', normal: 'Normal', high: 'High' }

/** Returns whom a conversation is with. */
export function nameOf({
  kind,
  person,
  subreddit,
  address,
  addressName,
}: Pick<Conversation, 'kind' | 'person' | 'subreddit' | 'address' | 'addressName'>): string {
  if (address !== null) return addressName || address
  if (person) return `u/${person.handle}`
  return kind === 'modmail' && subreddit !== null ? `Moderators of r/${subreddit}` : 'Unknown person'
}

/** Returns a moment such as `8:00 AM`, with its day unless that is today. */
export function momentText(instant: string, now: number): string {
  const date = new Date(instant)
  const sameDay = date.toDateString() === new Date(now).toDateString()
  const day = sameDay ? {} : ({ weekday: 'short', month: 'short', day: 'numeric' } as const)
  return date.toLocaleString('en', { ...day, hour: 'numeric', minute: '2-digit' })
}

/** How a message stands, as a line below it. */
export interface Standing {
  text: string
  look: 'plain' | 'waiting' | 'failed'
}

/** The color of each line. */
export const standingLooks = { plain: 'text-muted', waiting: 'text-accent-ink', failed: 'text-danger' } as const

type Shown = 'state' | 'reason' | 'refusal' | 'deferredUntil' | 'sentAt' | 'createdAt' | 'createdBy'
/** Of messages that may be mails. */
type ShownOfMail = 'channel' | 'isAutomatic'

/** Returns how a message stands. */
export function standingOf(
  {
    state,
    reason,
    refusal,
    deferredUntil,
    sentAt,
    createdAt,
    createdBy,
    isAutomatic,
    channel,
  }: Pick<Message, Shown> & Partial<Pick<Message, ShownOfMail>>,
  now: number,
): Standing {
  const at = agoText(sentAt ?? createdAt, now)
  switch (state) {
    case 'received':
      return { text: isAutomatic ? `${at} · Automatic reply` : at, look: 'plain' }
    case 'draft':
      return { text: createdBy ? `Draft by ${createdBy.email}` : 'Draft', look: 'waiting' }
    case 'queued':
      return { text: 'Queued. Sends within a minute.', look: 'waiting' }
    case 'armed':
      return { text: reason ?? 'Sending…', look: 'waiting' }
    case 'sent':
      return { text: `Sent ${at}`, look: 'plain' }
    case 'confirmed':
      return { text: channel === 'mail' ? `Sent ${at}` : `Sent ${at}, confirmed by Reddit`, look: 'plain' }
    case 'deferred': {
      const until = deferredUntil === null ? '' : ` until ${momentText(deferredUntil, now)}`
      return { text: `On hold${until}. ${reason ?? ''}`.trim(), look: 'waiting' }
    }
    case 'refused':
      return {
        text: `${refusal === 'unconfirmed' || refusal === 'bounced' ? '' : 'Not sent. '}${reason ?? ''}`.trim(),
        look: 'failed',
      }
  }
}
