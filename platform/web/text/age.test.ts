import { expect, test } from 'vitest'
import { ageText, agoText } from './age.ts'

const now = Date.parse('2026-03-01T12:00:00Z')

test.each([
  ['2026-03-01T12:05:00Z', 'just now'],
  ['2026-03-01T11:59:30Z', 'just now'],
  ['2026-03-01T11:15:00Z', '45 min'],
  ['2026-03-01T09:00:00Z', '3 h'],
  ['2026-02-27T12:00:00Z', '2 d'],
  ['2026-02-10T12:00:00Z', '2 wk'],
  ['2025-12-01T12:00:00Z', '2 mo'],
  ['2025-03-02T12:00:00Z', '11 mo'],
  ['2025-03-01T12:00:00Z', '1 y'],
  ['2016-12-22T02:17:30Z', '9 y'],
])('%s is %s old', (instant, age) => {
  expect(ageText(instant, now)).toBe(age)
})

test('sentences say how long ago it was', () => {
  expect(agoText('2026-03-01T11:59:30Z', now)).toBe('just now')
  expect(agoText('2026-03-01T11:15:00Z', now)).toBe('45 min ago')
})

test('an unknown time has an unknown age', () => {
  expect(ageText(null, now)).toBe('age unknown')
})
