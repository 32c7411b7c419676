import { expect, test } from 'vitest'
import { todayIn } from './today.ts'

test.each([
  ['Etc/UTC', '2026-11-20T23:59:00Z', '2026-11-20'],
  ['America/New_York', '2026-11-20T04:59:00Z', '2026-11-19'],
  ['Pacific/Auckland', '2026-11-20T12:00:00Z', '2026-11-21'],
])('in %s, it is at %s the day %s', (timeZone, instant, day) => {
  expect(todayIn(timeZone, new Date(instant))).toBe(day)
})
