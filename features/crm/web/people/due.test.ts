import { expect, test } from 'vitest'
import { dueOf, dueWords, stageDays, stageText } from './due.ts'

const now = new Date(2026, 10, 25, 12).getTime()

test.each([
  [new Date(2026, 10, 24, 23, 59), 'overdue', 'Overdue since Tue, Nov 24'],
  [new Date(2026, 10, 25, 9), 'today', 'Due today'],
  [new Date(2026, 10, 25, 23), 'today', 'Due today'],
  [new Date(2026, 10, 26), 'later', 'Due tomorrow'],
  [new Date(2026, 11, 1, 9), 'later', 'Due Tue, Dec 1'],
])('%s is %s: %s', (dueAt, due, words) => {
  expect(dueOf(dueAt.toISOString(), now)).toBe(due)
  expect(dueWords(dueAt.toISOString(), now)).toBe(words)
})

test.each([
  [0, 'Today', 'New in stage'],
  [23, 'Today', 'New in stage'],
  [24, '1 day', 'In stage 1 day'],
  [75, '3 days', 'In stage 3 days'],
  [-1, 'Today', 'New in stage'],
])('%i hours in a stage are %j: %s', (hours, days, text) => {
  const since = new Date(now - hours * 3_600_000).toISOString()
  expect(stageDays(since, now)).toBe(days)
  expect(stageText(since, now)).toBe(text)
})
