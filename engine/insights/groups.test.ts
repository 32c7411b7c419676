import { expect, test } from 'vitest'
import { comparedPeriod, orderedGroups } from './groups.ts'

const keys = (...[grouping, from, to, most = 750]: [Parameters<typeof orderedGroups>[0], string, string, number?]) => {
  const found = orderedGroups(grouping, { from, to }, most)
  return found && { keys: found.groups.map(({ key }) => key), leftOut: found.leftOut }
}

test('times are complete and in order, and begin with the period of the first day', () => {
  expect(keys('day', '2026-02-27', '2026-03-01')).toEqual({
    keys: ['2026-02-27', '2026-02-28', '2026-03-01'],
    leftOut: 0,
  })
  expect(keys('week', '2026-11-18', '2026-11-23')).toEqual({ keys: ['2026-11-16', '2026-11-23'], leftOut: 0 })
  expect(keys('month', '2025-12-31', '2026-02-01')).toEqual({
    keys: ['2025-12-01', '2026-01-01', '2026-02-01'],
    leftOut: 0,
  })
})

test('of too many times, the last ones are shown', () => {
  expect(keys('day', '2000-01-01', '2026-03-01', 2)).toEqual({ keys: ['2026-02-28', '2026-03-01'], leftOut: 9555 })
  expect(keys('month', '2000-01-01', '2026-03-01', 1)).toEqual({ keys: ['2026-03-01'], leftOut: 314 })
})

test('hours, weekdays, and steps are all there; others depend on what is counted', () => {
  expect(keys('hour', '2026-03-01', '2026-03-01')?.keys).toHaveLength(24)
  expect(keys('weekday', '2026-03-01', '2026-03-01')?.keys).toEqual(['1', '2', '3', '4', '5', '6', '7'])
  expect(keys('step', '2026-03-01', '2026-03-01')?.keys).toEqual([
    'found',
    'reviewed',
    'replied',
    'conversation',
    'won',
  ])
  expect(keys('keyword', '2026-03-01', '2026-03-01')).toBeNull()
})

test.each([
  ['before', '2026-03-01', '2026-03-01', '2026-02-28', '2026-02-28'],
  ['before', '2026-03-01', '2026-03-31', '2026-01-29', '2026-02-28'],
  ['year', '2024-02-29', '2024-03-31', '2023-02-28', '2023-03-31'],
] as const)('the period %s %s to %s is %s to %s', (compare, from, to, first, last) => {
  expect(comparedPeriod({ from, to }, compare)).toEqual({ from: first, to: last })
})
