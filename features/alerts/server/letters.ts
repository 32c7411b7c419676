import { placeName, siteName } from '#engine/places/places.ts'
import { postUrl } from '#engine/places/post-url.ts'
import { ageText } from '#engine/text/age.ts'
import { type Entry, type Letter, letterOf } from '#platform/server/mail/letter.ts'
import { nameInMail, oneLine } from '#platform/server/mail/name-in-mail.ts'
import type { AlertRule } from '../contract.ts'
import type { Find } from './finds.ts'
import type { AlertEvent } from './tables.ts'

/** How many finds a mail shows, and how many it counts. */
export const findsShown = { entries: 10, most: 1000 } as const

interface AlertWords {
  publicUrl: string
  /** The project's name. */
  project: string
  rule: Pick<AlertRule, 'name' | 'kind' | 'rhythm'>
  finds: readonly Find[]
  events: readonly AlertEvent[]
  now: Date
  unsubscribeUrl: string
  sample?: boolean
}

/** Returns the mail of a rule: one find, a list of them, or events. */
export function alertLetter(words: AlertWords): Letter {
  const { publicUrl, project, rule, finds, events, now, unsubscribeUrl, sample = false } = words
  const [first] = finds
  const shown = finds.slice(0, findsShown.entries)
  const left = finds.length - shown.length
  const name = nameInMail(project)
  const subject = first ? headingOf(rule.kind, finds) : subjectOf(events)
  return letterOf({
    subject: `${sample ? 'Sample: ' : ''}${name}: ${subject}`,
    paragraphs: [
      ...(sample ? ['This is a sample of the emails that this rule sends.'] : []),
      ...(first ? [`${subject} for “${name}”.`] : []),
      ...(events.length === 1 && rule.kind === 'personal' ? [`${subject}, in “${name}”.`] : []),
      ...(events.length > 1 ? events.filter(({ path }) => !path) : events).map(({ text }) => text),
    ],
    entries: [
      ...shown.map((find) => entryOf(publicUrl, find, now)),
      ...(events.length > 1 ? events.flatMap((event) => eventEntryOf(publicUrl, event)) : []),
    ],
    ...(left > 0 && {
      action: { label: `See ${left.toLocaleString('en')} more`, url: `${publicUrl}/app/${listOf(rule.kind)}` },
    }),
    ...(!first && { action: { label: 'Open in Earshot', url: `${publicUrl}${pageOfEvents(rule.kind, events)}` } }),
    notes: [`You receive this email because of the alert rule “${nameInMail(rule.name)}” in Earshot.`],
    unsubscribe: { label: 'Stop these emails with one click', url: unsubscribeUrl },
  })
}

/** Returns the page that lists finds of a kind. */
export function listOf(kind: AlertRule['kind']): 'mentions' | 'opportunities' {
  return kind === 'mention' ? 'mentions' : 'opportunities'
}

/** Where to see more about events of a kind. */
const pageOf: Record<AlertRule['kind'], string> = {
  lead: '/app/opportunities',
  mention: '/app/mentions',
  spike: '/app/mentions',
  keywordHealth: '/app/settings/project/keywords',
  sourceTrouble: '/app/settings/project/sources',
  quota: '/app/settings/project/billing',
  personal: '/app/opportunities',
  personStage: '/app/crm',
}

/** Returns where to see more about events. */
export function pageOfEvents(kind: AlertRule['kind'], events: readonly AlertEvent[]): string {
  return (events.length === 1 && events[0]?.path) || pageOf[kind]
}

/** Returns one of several events that has a page of its own. */
function eventEntryOf(publicUrl: string, { subject, text, path }: AlertEvent): Entry[] {
  if (!path) return []
  const links = [{ label: 'Open in Earshot', url: `${publicUrl}${path}` }]
  return [{ title: subject, quote: text, facts: '', links }]
}

/** Returns what a message about finds says in a few words. */
export function headingOf(kind: AlertRule['kind'], finds: readonly Find[]): string {
  const noun = kind === 'mention' ? 'mention' : 'lead'
  const [first] = finds
  if (first && finds.length === 1) return `New ${noun} in ${placeName(first.item.subreddit)}`
  return `${finds.length.toLocaleString('en')} new ${noun}s`
}

/** Returns what a message about events says in a few words. */
export function subjectOf(events: readonly AlertEvent[]): string {
  const [first] = events
  return first && events.length === 1 ? first.subject : `${events.length} updates`
}

/** Returns a find as messages show it. */
export function entryOf(
  publicUrl: string,
  { kind, id, item, score, sentence, quote, permalink }: Find,
  now: Date,
): Entry {
  const facts = [
    placeName(item.subreddit),
    ...(score === null ? [] : [`${Math.round(score)}% chance`]),
    agoWords(item.postedAt, now),
  ]
  const own = kind === 'lead' ? `/app/opportunities?lead=${id}` : `/app/mentions?mention=${id}`
  const words = oneLine(quote)
  return {
    title: oneLine(sentence?.text || item.title || 'Comment'),
    ...(words !== '' && { quote: words }),
    facts: facts.join(' · '),
    links: [
      { label: 'Open in Earshot', url: `${publicUrl}${own}` },
      { label: `Open on ${siteName(item.subreddit)}`, url: postUrl(permalink) },
    ],
  }
}

function agoWords(postedAt: number | null, now: Date): string {
  const age = ageText(postedAt === null ? null : new Date(postedAt).toISOString(), now.getTime())
  return /^\d/.test(age) ? `${age} ago` : age
}
