import { expect, test } from 'vitest'
import { creditPeriod, forecastOf, passCreditPeriod } from './credits.ts'
import { aPass, hoursAgo } from './factories.ts'

test.each([
  ['2026-01-15T14:00:00Z', '2026-01-15T14:00:00Z', '2026-01-15', '2026-02-15'],
  ['2026-01-15T14:00:00Z', '2026-02-14T23:59:59Z', '2026-01-15', '2026-02-15'],
  ['2026-01-15T14:00:00Z', '2026-02-15T00:00:00Z', '2026-02-15', '2026-03-15'],
  ['2026-01-31T08:00:00Z', '2026-02-27T12:00:00Z', '2026-01-31', '2026-02-28'],
  ['2026-01-31T08:00:00Z', '2026-02-28T00:00:00Z', '2026-02-28', '2026-03-31'],
  ['2026-01-31T08:00:00Z', '2026-04-30T09:00:00Z', '2026-04-30', '2026-05-31'],
  ['2027-12-31T08:00:00Z', '2028-02-29T00:00:00Z', '2028-02-29', '2028-03-31'],
  ['2028-02-29T08:00:00Z', '2029-02-28T08:00:00Z', '2029-02-28', '2029-03-29'],
  ['2025-11-20T23:30:00Z', '2026-11-19T23:30:00Z', '2026-10-20', '2026-11-20'],
  ['2025-12-10T10:00:00Z', '2026-01-05T10:00:00Z', '2025-12-10', '2026-01-10'],
])('subscribed at %s, at %s the credit month runs from %s to %s', (subscribed, now, start, end) => {
  const period = creditPeriod(new Date(subscribed), new Date(now))
  expect(period).toEqual({ start: new Date(start), end: new Date(end) })
})

test('credit months follow one another without gaps', () => {
  const subscribed = new Date('2026-01-31T08:00:00Z')
  let { end } = creditPeriod(subscribed, subscribed)
  for (let month = 0; month < 48; month++) {
    const next = creditPeriod(subscribed, end)
    expect(next.start).toEqual(end)
    end = next.end
  }
})

test('a pass gets its credits once, for as long as it lasts', () => {
  expect(passCreditPeriod(aPass(2))).toEqual({ start: hoursAgo(2), end: hoursAgo(-70) })
})

test.each([
  [0, '2026-11-15T00:00:00Z', 0],
  [30, '2026-11-11T00:00:00Z', 90],
  [30, '2026-11-16T12:00:00Z', 58],
  [30, '2026-12-01T00:00:00Z', 30],
  [30, '2026-11-03T00:00:00Z', null],
])('with %i used in November, at %s the forecast is %s', (used, now, forecast) => {
  const period = { start: new Date('2026-11-01T00:00:00Z'), end: new Date('2026-12-01T00:00:00Z') }
  expect(forecastOf(used, period, new Date(now))).toBe(forecast)
})
