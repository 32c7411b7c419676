import { expect, test } from 'vitest'
import { dueChoices, dueText, inputDay, morningOf } from './due.ts'

test.each([
  ['a Wednesday', new Date(2026, 10, 25, 23, 30), ['2026-11-26', '2026-11-28', '2026-11-30']],
  ['a Sunday', new Date(2026, 10, 29, 0, 10), ['2026-11-30', '2026-12-02', '2026-11-30']],
  ['a Monday', new Date(2026, 11, 28, 12), ['2026-12-29', '2026-12-31', '2027-01-04']],
])('on %s the choices are tomorrow, in three days, and the next Monday, at nine', (_day, now, days) => {
  const choices = dueChoices(now)
  expect(choices.map(({ dueAt }) => inputDay(dueAt))).toEqual(days)
  expect(choices.map(({ dueAt }) => [dueAt.getHours(), dueAt.getMinutes()])).toEqual([
    [9, 0],
    [9, 0],
    [9, 0],
  ])
})

test.each([
  ['2026-12-01', '2026-12-01'],
  ['', null],
  ['soon', null],
])('the day %j of an input is %j', (day, expected) => {
  const morning = morningOf(day)
  expect(morning && inputDay(morning)).toBe(expected)
})

const now = new Date(2026, 10, 25, 12)
test.each([
  [new Date(2026, 10, 25, 9), 'today'],
  [new Date(2026, 10, 26, 9), 'tomorrow'],
  [new Date(2026, 11, 1, 9), 'Tue, Dec 1'],
  [new Date(2027, 0, 4, 9), 'Mon, Jan 4, 2027'],
])('%s is called %j', (dueAt, text) => {
  expect(dueText(dueAt, now)).toBe(text)
})
