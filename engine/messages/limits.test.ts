import { expect, test } from 'vitest'
import { daysSince } from './limits.ts'

const day = 86_400_000

test.each([
  [0, 0, 3, [1, 2]],
  [0, 2.5, 5, [3, 4]],
  [0, 2, 5, [3, 4]],
  [10, 0, 12, [11]],
  [10, 0, 10.5, []],
  [0.5, 1, 4, [1.5, 2.5, 3.5]],
])('full days after day %s that are between the days %s and %s: %j', (start, from, to, days) => {
  expect(daysSince(start * day, from * day, to * day)).toEqual(days.map((each) => each * day))
})
