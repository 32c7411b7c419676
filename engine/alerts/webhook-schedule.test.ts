import { expect, test } from 'vitest'
import { hasFailedTooLong, nextAttemptAt, retryAfterMs } from './webhook-schedule.ts'

const now = new Date('2026-11-20T12:00:00Z')

test.each<[number, string | null]>([
  [1, '2026-11-20T12:00:05.000Z'],
  [2, '2026-11-20T12:05:00.000Z'],
  [3, '2026-11-20T12:30:00.000Z'],
  [4, '2026-11-20T14:00:00.000Z'],
  [5, '2026-11-20T17:00:00.000Z'],
  [6, '2026-11-20T22:00:00.000Z'],
  [7, '2026-11-20T22:00:00.000Z'],
  [8, null],
])('after %i failed attempts, the next one is at %s', (tries, at) => {
  expect(nextAttemptAt(tries, now)?.toISOString() ?? null).toBe(at)
})

test.each([
  ['2026-11-15T12:00:00.001Z', false],
  ['2026-11-15T12:00:00.000Z', true],
])('a destination that fails since %s has failed too long: %s', (since, expected) => {
  expect(hasFailedTooLong(new Date(since), now)).toBe(expected)
})

test.each([
  [0, '2026-11-20T12:00:05.000Z'],
  [30_000, '2026-11-20T12:00:30.000Z'],
  [10 * 24 * 3_600_000, '2026-11-21T12:00:00.000Z'],
])('a receiver that asks for %i ms is tried again at %s', (askedMs, at) => {
  expect(nextAttemptAt(1, now, askedMs)?.toISOString()).toBe(at)
})

test.each([
  [null, 0],
  ['30', 30_000],
  ['Fri, 20 Nov 2026 12:01:00 GMT', 60_000],
  ['Fri, 20 Nov 2026 11:00:00 GMT', 0],
  ['soon', 0],
  ['-5', 0],
])('Retry-After %s is %i ms', (header, ms) => {
  expect(retryAfterMs(header, now)).toBe(ms)
})
