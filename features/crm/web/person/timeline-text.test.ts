import { expect, test } from 'vitest'
import type { TimelineEntry } from '../../contract-timeline.ts'
import { aStage } from '../factories.ts'
import { entryText, filterNames, kindsOf, timelineFilters } from './timeline-text.ts'

const entry = { id: 'e', at: '2026-11-25T12:00:00.000Z', by: 'grace@example.com' }
const message = { ...entry, kind: 'message', conversation: 'c', permalink: null, text: 'Hello' } as const
const stages = [aStage('new', { name: 'New' }), aStage('won', { name: 'Customers' })]

test.each<[TimelineEntry, string, string?]>([
  [{ ...entry, kind: 'added', how: 'lead' }, 'Added from a lead'],
  [{ ...entry, kind: 'stage', from: 'new', to: 'won' }, 'Moved from New to Customers'],
  [{ ...entry, kind: 'stage', from: 'gone', to: 'won' }, 'Moved from gone to Customers'],
  [{ ...entry, kind: 'owner', to: 'ada@example.com' }, 'Owner: ada'],
  [{ ...entry, kind: 'owner', to: null }, 'Owner removed'],
  [{ ...entry, kind: 'value', value: 120_000, currency: 'USD' }, 'Value: $1,200'],
  [{ ...entry, kind: 'value', value: null, currency: null }, 'Value removed'],
  [{ ...entry, kind: 'email', isSet: true }, 'Email address set from a message'],
  [{ ...entry, kind: 'merged', handle: 'mara2' }, 'Merged with u/mara2'],
  [{ ...entry, kind: 'merged', handle: null }, 'Merged with another person'],
  [{ ...entry, kind: 'doNotContact', isSet: false }, 'May be contacted again'],
  [{ ...entry, kind: 'note', text: 'Likes calls' }, 'Note', 'Likes calls'],
  [{ ...entry, kind: 'task', text: 'Call' }, 'Task done', 'Call'],
  [{ ...message, channel: 'reddit', direction: 'in', state: 'received' }, 'u/mara wrote', 'Hello'],
  [{ ...message, channel: 'mail', direction: 'in', state: 'received' }, 'u/mara wrote by email', 'Hello'],
  [{ ...message, channel: 'mail', direction: 'out', state: 'sent' }, 'Message sent by email', 'Hello'],
  [{ ...message, channel: 'reddit', direction: 'out', state: 'deferred' }, 'Message on hold', 'Hello'],
  [
    { ...message, text: '', channel: 'reddit', direction: 'in', state: 'received' },
    'u/mara wrote',
    'Deleted on Reddit',
  ],
  [
    { ...entry, kind: 'lead', lead: 'l', title: 'Which CRM?', subreddit: 'sales', permalink: '/x', quote: '' },
    'Lead in r/sales: Which CRM?',
  ],
  [{ ...entry, kind: 'reply', lead: 'l', text: null, permalink: null }, 'You replied in public'],
  [{ ...entry, kind: 'invitation', quote: 'DM me', permalink: '/x' }, 'Invited messages', 'DM me'],
])('%j reads: %s', (given, title, quote) => {
  expect(entryText(given, stages, 'mara')).toEqual({ title, ...(quote !== undefined && { quote }) })
})

test('each kind is in one filter, and "everything" asks for all of them', () => {
  expect(kindsOf('all')).toBeNull()
  const kinds = timelineFilters.flatMap((filter) => kindsOf(filter) ?? [])
  expect(new Set(kinds).size).toBe(kinds.length)
  expect(kinds).toHaveLength(13)
  expect(Object.keys(filterNames)).toEqual([...timelineFilters])
})
