import type { Entry } from '#platform/server/mail/letter.ts'
import { nameInMail } from '#platform/server/mail/name-in-mail.ts'
import type { Find } from '../finds.ts'
import { entryOf, headingOf, listOf, pageOfEvents, subjectOf } from '../letters.ts'
import type { AlertEvent, alertRule } from '../tables.ts'

/** How many finds or events a message shows. It counts the others. Chats are narrow, and their limits are low. */
const shownMost = 5

/** What a message in a chat says. Its texts are people's own words, which each chat app escapes in its way. */
export interface ChatMessage {
  heading: string
  entries: readonly Entry[]
  texts: readonly string[]
  /** Where to see what the message doesn't show, or more about it. */
  more: { label: string; url: string } | null
  note: string
}

interface Content {
  publicUrl: string
  project: string
  /** Null for a test. */
  rule: Pick<typeof alertRule.$inferSelect, 'name' | 'kind'> | null
  finds: readonly Find[]
  events: readonly AlertEvent[]
  now: Date
}

/** Returns what a message in a chat says. */
export function chatMessage({ publicUrl, project, rule, finds, events, now }: Content): ChatMessage {
  const name = nameInMail(project)
  if (!rule) {
    const texts = [`Earshot can send alerts of “${name}” to this chat.`]
    return { heading: `${name}: test message`, entries: [], texts, more: null, note: 'Sent by Earshot' }
  }
  const left = Math.max(0, finds.length + events.length - shownMost)
  const page = finds.length > 0 ? `/app/${listOf(rule.kind)}` : pageOfEvents(rule.kind, events)
  return {
    heading: `${name}: ${finds.length > 0 ? headingOf(rule.kind, finds) : subjectOf(events)}`,
    entries: finds.slice(0, shownMost).map((find) => entryOf(publicUrl, find, now)),
    texts: events.slice(0, shownMost).map(({ text }) => text),
    more:
      left > 0
        ? { label: `See ${left.toLocaleString('en')} more`, url: `${publicUrl}${page}` }
        : finds.length > 0
          ? null
          : { label: 'Open in Earshot', url: `${publicUrl}${page}` },
    note: `Alert rule “${nameInMail(rule.name)}”`,
  }
}
