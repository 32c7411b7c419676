import { expect, test } from 'vitest'
import { stateText } from './labels.ts'

test.each([
  ['waiting', 0, 'Waiting'],
  ['running', 1, 'Being made, 1 line so far'],
  ['running', 12_345, 'Being made, 12,345 lines so far'],
  ['done', 99, 'Ready'],
  ['failed', 3, 'Failed'],
] as const)('an export that is %s after %d lines: %s', (state, lines, text) => {
  expect(stateText({ state, lines })).toBe(text)
})
