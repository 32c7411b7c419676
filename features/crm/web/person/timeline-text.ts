import { placeName } from '#engine/places/places.ts'
import type { IconName } from '#platform/ui/icon.tsx'
import type { PersonStage } from '../../contract-stages.ts'
import type { TimelineEntry } from '../../contract-timeline.ts'
import { shortName, stageName } from '../people/labels.ts'
import { moneyText } from '../people/money.ts'

type Kind = TimelineEntry['kind']

export const timelineFilters = ['all', 'messages', 'work', 'changes', 'leads'] as const
export type TimelineFilter = (typeof timelineFilters)[number]

export const filterNames: Record<TimelineFilter, string> = {
  all: 'Everything',
  messages: 'Messages',
  work: 'Tasks and notes',
  changes: 'Changes',
  leads: 'On Reddit',
}

const kinds: Record<Exclude<TimelineFilter, 'all'>, readonly Kind[]> = {
  messages: ['message'],
  work: ['task', 'note'],
  changes: ['added', 'stage', 'owner', 'value', 'email', 'merged', 'doNotContact'],
  leads: ['lead', 'reply', 'invitation'],
}

/** Returns the kinds of entries that a filter shows; null: all. */
export function kindsOf(filter: TimelineFilter): readonly Kind[] | null {
  return filter === 'all' ? null : kinds[filter]
}

export const entryIcons: Record<Kind, IconName> = {
  added: 'add',
  stage: 'board',
  owner: 'people',
  value: 'plan',
  email: 'mail',
  merged: 'people',
  doNotContact: 'reject',
  note: 'note',
  task: 'check',
  message: 'comment',
  lead: 'inbox',
  reply: 'reply',
  invitation: 'comment',
}

const additions = {
  lead: 'Added from a lead',
  message: 'Added with a message',
  import: 'Added by an import',
  byHand: 'Added by hand',
} as const

interface Line {
  title: string
  /** What was said or written. */
  quote?: string
}

/** Returns what an entry says. */
export function entryText(entry: TimelineEntry, stages: readonly PersonStage[], handle: string): Line {
  switch (entry.kind) {
    case 'added':
      return { title: additions[entry.how] }
    case 'stage':
      return { title: `Moved from ${stageName(stages, entry.from)} to ${stageName(stages, entry.to)}` }
    case 'owner':
      return { title: entry.to === null ? 'Owner removed' : `Owner: ${shortName(entry.to)}` }
    case 'value': {
      const { value, currency } = entry
      return {
        title: value === null || currency === null ? 'Value removed' : `Value: ${moneyText({ value, currency })}`,
      }
    }
    case 'email':
      return { title: entry.isSet ? 'Email address set from a message' : 'Email address removed' }
    case 'merged':
      return { title: entry.handle === null ? 'Merged with another person' : `Merged with u/${entry.handle}` }
    case 'doNotContact':
      return { title: entry.isSet ? 'Marked “Do not contact”' : 'May be contacted again' }
    case 'note':
      return { title: 'Note', quote: entry.text }
    case 'task':
      return { title: 'Task done', quote: entry.text }
    case 'message':
      return { title: messageTitle(entry, handle), quote: entry.text || 'Deleted on Reddit' }
    case 'lead':
      return {
        title: `Lead in ${placeName(entry.subreddit)}: ${entry.title}`,
        ...(entry.quote !== '' && { quote: entry.quote }),
      }
    case 'reply':
      return { title: 'You replied in public', ...(entry.text && { quote: entry.text }) }
    case 'invitation':
      return { title: 'Invited messages', quote: entry.quote }
  }
}

/** States of messages that haven't left, in words. */
const waiting: Readonly<Record<string, string>> = {
  draft: 'Draft',
  queued: 'Message queued',
  armed: 'Message being sent',
  deferred: 'Message on hold',
  refused: 'Message not sent',
}

function messageTitle(
  { direction, channel, state }: Extract<TimelineEntry, { kind: 'message' }>,
  handle: string,
): string {
  const how = channel === 'mail' ? ' by email' : ''
  if (direction === 'in') return `u/${handle} wrote${how}`
  return waiting[state] ?? `Message sent${how}`
}
