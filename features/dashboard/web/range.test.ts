import { expect, test } from 'vitest'
import { daysBefore, rangeOrLast } from '#engine/dashboard/day-range.ts'
import { rangeIn, rangeParams } from './range.ts'

const today = '2026-11-20'
const days30 = { from: '2026-10-22', to: today }

test.each([
  ['', days30],
  ['from=2026-11-01&to=2026-11-07', { from: '2026-11-01', to: '2026-11-07' }],
  ['from=2026-11-07&to=2026-11-01', days30],
  ['from=2026-02-30&to=2026-03-01', days30],
])('the address %j covers %j', (params, range) => {
  expect(rangeIn(new URLSearchParams(params), today)).toEqual(range)
})

test('the default range has no address, so that it moves on with the days', () => {
  expect(rangeParams(days30, today).toString()).toBe('')
  expect(rangeParams({ from: '2026-11-01', to: today }, today).toString()).toBe('from=2026-11-01&to=2026-11-20')
})

test('the range before has as many days', () => {
  expect(daysBefore({ from: '2026-11-14', to: '2026-11-20' })).toEqual({ from: '2026-11-07', to: '2026-11-13' })
  expect(daysBefore({ from: '2026-03-01', to: '2026-03-01' })).toEqual({ from: '2026-02-28', to: '2026-02-28' })
})

test('a missing end of a range is that of the last 30 days', () => {
  expect(rangeOrLast({ to: '2026-03-30' }, today)).toEqual({ from: '2026-03-01', to: '2026-03-30' })
  expect(rangeOrLast({ from: '2026-11-19' }, today)).toEqual({ from: '2026-11-19', to: today })
  expect(rangeOrLast({ from: '2026-12-01' }, today)).toEqual({ from: '2026-12-01', to: '2026-12-01' })
})
