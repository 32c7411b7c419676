import { expect, test } from 'vitest'
import { stateText } from './labels.ts'

test.each([
  ['waiting', 0, 'Queued'],
  ['running', 1, 'Exporting, 1 row so far'],
  ['running', 12_345, 'Exporting, 12,345 rows so far'],
  ['done', 99, 'Ready'],
  ['failed', 3, 'Failed'],
] as const)('an export that is %s after %d lines: %s', (state, lines, text) => {
  expect(stateText({ state, lines })).toBe(text)
})
