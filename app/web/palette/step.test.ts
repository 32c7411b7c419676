import { expect, test } from 'vitest'
import { stepTo } from './step.ts'

test.each([
  ['ArrowDown', 0, 3, 1],
  ['ArrowDown', 2, 3, 0],
  ['ArrowUp', 2, 3, 1],
  ['ArrowUp', 0, 3, 2],
  ['PageDown', 0, 30, 8],
  ['PageDown', 28, 30, 29],
  ['PageUp', 3, 30, 0],
  ['ArrowDown', 0, 1, 0],
  ['ArrowDown', -1, 0, null],
  ['a', 0, 3, null],
  ['Home', 2, 3, null],
])('%s at %d of %d leads to %j', (key, at, count, to) => {
  expect(stepTo(key, at, count)).toBe(to)
})
