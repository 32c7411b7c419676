import { expect, test } from 'vitest'
import { aConversation } from '../factories.ts'
import { type Change, changed, reverse } from './use-changes.ts'

const until = '2026-11-27T08:00:00.000Z'
const ada = { id: 'ada', documentId: 'ada', email: 'ada@example.com' }
const before = aConversation('c', {
  state: 'snoozed',
  snoozedUntil: until,
  unread: true,
  labels: ['vip'],
  assignee: ada,
})

test('a conversation that is no longer snoozed has no end date', () => {
  expect(changed(before, { state: 'done' })).toMatchObject({ state: 'done', snoozedUntil: null, assignee: ada })
})

test.each<Change>([
  { state: 'open' },
  { state: 'snoozed', snoozedUntil: '2026-12-01T08:00:00.000Z' },
  { unread: false },
  { priority: 'high' },
  { labels: [] },
  { assignee: null },
  { assignee: { id: 'bob', name: 'bob@example.com' } },
])('%j is undone', (change) => {
  const after = changed(before, change)
  expect(after).not.toEqual(before)
  expect(changed(after, reverse(before, change))).toEqual(before)
})
