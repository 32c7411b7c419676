import { expect, test } from 'vitest'
import { nextCheckAt, turnOrder, type Urgency, urgencies, urgencyOf } from './rechecks.ts'

const hour = 3_600_000
const now = Date.UTC(2026, 10, 20)

test('shown posts are checked before others, newest first', () => {
  const ages = [2 * hour, 30 * hour, 400 * hour]
  const classes = [true, false].flatMap((isShown) =>
    ages.map((age) => urgencyOf({ isShown, postedAt: now - age }, now)),
  )
  expect(classes).toEqual([0, 1, 2, 3, 4, 5])
  expect(urgencyOf({ isShown: true, postedAt: null }, now)).toBe(2)
})

test('every class is checked again well within a day', () => {
  for (const urgency of urgencies) expect(nextCheckAt(urgency, now) - now).toBeLessThanOrEqual(20 * hour)
})

test('every fourth run starts with the longest-waiting class, and classes with nothing due are left out', () => {
  const due = new Map<Urgency, number>([
    [0, now],
    [3, now - hour],
    [5, now - 2 * hour],
  ])
  expect([0, 1, 2, 3, 4].map((turn) => turnOrder(turn, due))).toEqual([
    [0, 3, 5],
    [0, 3, 5],
    [0, 3, 5],
    [5, 3, 0],
    [0, 3, 5],
  ])
})
