import { expect, test } from 'vitest'
import type { FeedHealth, SourceHealth } from '#platform/contract/source-health.ts'
import {
  agoText,
  feedName,
  gapsSummary,
  gapText,
  lagsOf,
  needsAttention,
  otherRealmText,
  pollIntervalSeconds,
  sortByAttention,
  stateOf,
} from './states.ts'

const now = Date.parse('2026-11-20T12:00:00Z')
const at = (minutes: number) => new Date(now + minutes * 60_000).toISOString()

const feed: FeedHealth = {
  source: 'reddit-api',
  kind: 'community',
  stream: 'posts',
  name: 'welding',
  itemsPerMinute: 2,
  lastSuccessAt: at(-1),
  lagSeconds: 20,
  error: null,
  isOfOtherRealm: false,
  nextTryAt: at(1),
  gaps: [],
}
const closed = { from: at(-90), to: at(-60), openedAt: at(-60), endedAt: at(-55), givenUp: null }
const open = { ...closed, endedAt: null }
const lost = { ...closed, givenUp: 'Reddit lists only the newest 1,000 posts' }
const named = (name: string, more: Partial<FeedHealth> = {}) => ({ ...feed, name, ...more })

test.each<[string, string | null, SourceHealth['state'], FeedHealth[], string, string]>([
  ['responds', at(-1), 'well', [feed], 'good', 'Working'],
  ['was never polled', null, 'well', [], 'gray', 'Starting'],
  ['has just failed', at(-4), 'trying', [feed], 'warn', 'Retrying'],
  ['is polled rarely and has just failed', at(-90), 'trying', [feed], 'warn', 'Retrying'],
  ['has failed since its first poll', null, 'trying', [feed], 'warn', 'Retrying'],
  ['has failed for a long time', at(-16), 'failing', [feed], 'danger', 'Down'],
  ['has never worked', null, 'failing', [feed], 'danger', 'Down'],
  [
    'cannot read one feed',
    at(-1),
    'well',
    [feed, named('b', { error: 'Private', gaps: [open] })],
    'warn',
    'Partly working',
  ],
  ['is filling a gap', at(-1), 'well', [named('b', { gaps: [open, lost] })], 'warn', 'Catching up'],
  ['has lost posts', at(-1), 'well', [named('b', { gaps: [lost] })], 'warn', 'Gaps'],
  ['has filled its gaps', at(-1), 'well', [named('b', { gaps: [closed] })], 'good', 'Working'],
])('a source that %s is shown with its state', (_which, lastSuccessAt, state, feeds, look, label) => {
  expect(stateOf({ state, lastSuccessAt }, 'reddit-api', feeds, now)).toMatchObject({ look, label })
})

test('a failure that needs an administrator says what to do', () => {
  const { text, remedy } = stateOf({ state: 'failing', lastSuccessAt: at(-180) }, 'reddit-api', [], now)
  expect(text).toBe("It hasn't responded for 3 h.")
  expect(remedy).toContain('REDDIT_CLIENT_ID')
})

test('feeds with problems come first, then slow ones', () => {
  const feeds = [
    named('quick', { lagSeconds: 1 }),
    named('slow', { lagSeconds: 90 }),
    named('unasked', { lastSuccessAt: null, lagSeconds: null }),
    named('lost', { gaps: [lost] }),
    named('open', { gaps: [open] }),
    named('private', { error: 'Private' }),
  ]
  expect(sortByAttention(feeds).map(({ name }) => name)).toEqual([
    'private',
    'open',
    'lost',
    'unasked',
    'slow',
    'quick',
  ])
})

test('a community of the other realm is no problem', () => {
  const elsewhere = named('saas', { isOfOtherRealm: true, lastSuccessAt: null, lagSeconds: null })
  expect(sortByAttention([elsewhere, named('private', { error: 'Private' })]).map(({ name }) => name)).toEqual([
    'private',
    'saas',
  ])
  expect(needsAttention(elsewhere)).toBe(false)
  expect(otherRealmText({ source: 'sandbox' })).toContain('The sample data has no community with this name')
  expect(otherRealmText({ source: 'reddit-api' })).toContain('exists only in the sample data')
})

test('the median and the longest delay, with its feed', () => {
  const feeds = [named('a', { lagSeconds: 4 }), named('b', { lagSeconds: 90 }), named('c', { lagSeconds: 9 })]
  expect(lagsOf([...feeds, named('d', { lagSeconds: null })])).toMatchObject({
    median: 9,
    worst: 90,
    of: { name: 'b' },
  })
  expect(lagsOf([named('d', { lagSeconds: null })])).toBeNull()
})

test.each([
  [open, 'Being filled, for 1 h'],
  [lost, 'Not filled: Reddit lists only the newest 1,000 posts'],
  [closed, 'Filled in 5 min'],
])('the state of a gap as text', (gap, text) => {
  expect(gapText(gap, now)).toBe(text)
})

test.each([
  [1, 'just now'],
  [30, '30 s ago'],
  [7200, '2 h ago'],
])('a response %d seconds ago reads: %s', (seconds, text) => {
  expect(agoText(new Date(now - seconds * 1000).toISOString(), now)).toBe(text)
})

test('a summary of several gaps', () => {
  expect(gapsSummary([open, lost, closed, closed])).toBe('4 gaps: 1 being filled, 1 not filled, 2 filled')
})

test("a feed's name and its polling interval", () => {
  expect([feed, named('', { kind: 'all' }), named('"simple crm"', { kind: 'search' })].map(feedName)).toEqual([
    'r/welding',
    'All of Reddit',
    'Search for "simple crm"',
  ])
  expect(pollIntervalSeconds(feed)).toBe(120)
  expect(pollIntervalSeconds({ ...feed, error: 'Private' })).toBeNull()
  expect(pollIntervalSeconds({ ...feed, nextTryAt: feed.lastSuccessAt! })).toBeNull()
})
