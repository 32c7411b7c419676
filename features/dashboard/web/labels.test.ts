import { expect, test } from 'vitest'
import { durationText, paceText } from './labels.ts'

test.each([
  [10, '1 min'],
  [59 * 60, '59 min'],
  [3600, '1 h'],
  [2 * 3600 + 15 * 60, '2 h 15 min'],
  [47 * 3600 + 59 * 60 + 40, '2 days'],
  [51 * 3600, '2 days 3 h'],
])('%i seconds are %j', (seconds, text) => {
  expect(durationText(seconds)).toBe(text)
})

const week = { from: '2026-11-14', to: '2026-11-20' }

test.each([
  [3600, 7200, '1 h faster than in the 7 days before'],
  [7200, 3600, '1 h slower than in the 7 days before'],
  [3600, 3620, 'As fast as in the 7 days before'],
  [3600, null, null],
  [null, 3600, null],
])('a median of %j after one of %j is %j', (now, before, text) => {
  expect(paceText(now, before, week)).toBe(text)
})
