import { describe, expect, test } from 'vitest'
import {
  addDays,
  dayText,
  isDay,
  localDay,
  localMidnight,
  presetsOf,
  rangeFault,
  rangeName,
  rangeText,
} from './days.ts'

test.each([
  ['2026-11-20', true],
  ['2028-02-29', true],
  ['2026-02-29', false],
  ['2026-13-01', false],
  ['2026-1-1', false],
  ['12026-01-01', false],
  ['', false],
  ['today', false],
])('%j is a valid day: %s', (text, expected) => {
  expect(isDay(text)).toBe(expected)
})

test.each([
  ['2026-11-20', 1, '2026-11-21'],
  ['2026-12-31', 1, '2027-01-01'],
  ['2028-03-01', -1, '2028-02-29'],
  ['2026-03-29', 1, '2026-03-30'],
  ['2026-01-15', -29, '2025-12-17'],
])('%s plus %i days is %s', (day, days, expected) => {
  expect(addDays(day, days)).toBe(expected)
})

test('a day survives the conversion to a date and back', () => {
  for (const day of ['2026-01-01', '2026-03-29', '2026-10-25', '2026-12-31']) {
    expect(localDay(localMidnight(day))).toBe(day)
  }
})

describe('presets', () => {
  test('include today', () => {
    const ranges = Object.fromEntries(presetsOf('2027-01-03').map(({ label, range }) => [label, range]))
    expect(ranges).toEqual({
      Today: { from: '2027-01-03', to: '2027-01-03' },
      'Last 7 days': { from: '2026-12-28', to: '2027-01-03' },
      'Last 30 days': { from: '2026-12-05', to: '2027-01-03' },
      'Last 90 days': { from: '2026-10-06', to: '2027-01-03' },
      'This month': { from: '2027-01-01', to: '2027-01-03' },
      'Last month': { from: '2026-12-01', to: '2026-12-31' },
    })
  })

  test('are valid ranges on any day', () => {
    for (let today = '2028-02-20'; today < '2028-03-10'; today = addDays(today, 1)) {
      expect(presetsOf(today).flatMap(({ range }) => rangeFault(range, today) ?? [])).toEqual([])
    }
  })
})

test('range text leaves out repeated parts', () => {
  const plain = (text: string) => text.replace(/\s+/g, ' ')
  expect(plain(rangeText({ from: '2026-11-03', to: '2026-11-20' }))).toBe('Nov 3 – 20, 2026')
  expect(plain(rangeText({ from: '2026-12-28', to: '2027-01-03' }))).toBe('Dec 28, 2026 – Jan 3, 2027')
  expect(rangeText({ from: '2026-11-20', to: '2026-11-20' })).toBe('Nov 20, 2026')
  expect(dayText('2026-01-01')).toBe('Jan 1, 2026')
})

test('a range is named by its preset, or else by its days', () => {
  expect(rangeName(null, '2026-11-20')).toBe('All time')
  expect(rangeName({ from: '2026-11-14', to: '2026-11-20' }, '2026-11-20')).toBe('Last 7 days')
  expect(rangeName({ from: '2026-11-13', to: '2026-11-13' }, '2026-11-20')).toBe('Nov 13, 2026')
})

test.each([
  ['2026-11-01', '2026-11-20', undefined],
  ['2026-11-20', '2026-11-20', undefined],
  ['2026-11-20', '2026-11-19', 'The first day must be before the last'],
  ['2026-11-20', '2026-11-21', "The last day can't be after Nov 20, 2026"],
  ['', '2026-11-20', 'Choose a first and last day'],
  ['2026-11-20', '2026-02-30', 'Choose a first and last day'],
])('the fault of the range from %j to %j is %s', (from, to, fault) => {
  expect(rangeFault({ from, to }, '2026-11-20')).toBe(fault)
})
