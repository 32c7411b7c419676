import { expect, test } from 'vitest'
import { dayAfter, daysOf, periodOf, periodsOf } from './periods.ts'

test.each([
  ['2026-11-20', 1, '2026-11-21'],
  ['2026-12-31', 1, '2027-01-01'],
  ['2028-03-01', -1, '2028-02-29'],
])('%s plus %i days is %s', (day, days, expected) => {
  expect(dayAfter(day, days)).toBe(expected)
})

test.each([
  ['a Monday', '2026-11-23', '2026-11-23'],
  ['a Sunday', '2026-11-29', '2026-11-23'],
  ['a Saturday in the next year', '2027-01-02', '2026-12-28'],
  ['a day before 1970', '1969-12-31', '1969-12-29'],
])('the week of %s starts on its Monday', (_, day, monday) => {
  expect(periodOf(day, 'week')).toBe(monday)
  expect(periodOf(day, 'day')).toBe(day)
})

test.each([
  ['one day', '2026-11-20', '2026-11-20', 'day', 1],
  ['92 days', '2026-08-21', '2026-11-20', 'day', 92],
  ['93 days', '2026-08-20', '2026-11-20', 'week', 14],
  ['a year', '2026-01-01', '2026-12-31', 'week', 53],
  ['no day', '2026-11-21', '2026-11-20', 'day', 0],
])('%s has periods of the right unit, without gaps', (_, from, to, unit, length) => {
  const found = periodsOf(from, to)
  expect([found.unit, found.periods.length]).toEqual([unit, length])
  if (length === 0) return
  expect(found.periods[0]).toBe(periodOf(from, found.unit))
  expect(found.periods.at(-1)).toBe(periodOf(to, found.unit))
})

test('all days of a range are listed', () => {
  expect(daysOf('2026-02-27', '2026-03-02')).toEqual(['2026-02-27', '2026-02-28', '2026-03-01', '2026-03-02'])
})
