import { expect, test } from 'vitest'
import { mailboxStatus, readText, todayText } from './labels.ts'

test.each([
  ['connected', null, 'Connected'],
  ['connected', '2026-11-26T12:00:00.000Z', 'Paused'],
  // What has to be repaired comes first.
  ['failing', '2026-11-26T12:00:00.000Z', 'Failing'],
  ['disconnected', '2026-11-26T12:00:00.000Z', 'Disconnected'],
] as const)('a mailbox that is %s, paused since %s, is shown as %s', (state, pausedAt, label) => {
  expect(mailboxStatus({ state, pausedAt }).label).toBe(label)
})

test.each([
  [{ sent: 3, most: 5 }, 50, '3 of 5 first emails today. Warming up to 50 a day'],
  [{ sent: 0, most: 50 }, 50, '0 of 50 first emails today'],
  // The limit was lowered since.
  [{ sent: 1200, most: 400 }, 400, '1,200 of 400 first emails today'],
])('%j of at most %i reads %s', (today, dailyMost, text) => {
  expect(todayText({ today, dailyMost })).toBe(text)
})

test('a mailbox says when it was last read', () => {
  const now = Date.parse('2026-11-26T12:00:00Z')
  expect(readText({ readAt: '2026-11-26T11:58:00.000Z' }, now)).toBe('Last read 2 min ago')
  expect(readText({ readAt: null }, now)).toBe('Not read yet')
})
