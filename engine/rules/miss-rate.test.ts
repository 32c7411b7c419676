import { expect, test } from 'vitest'
import { missRate } from './miss-rate.ts'

const round = (share: number | null) => share && Math.round(share * 1000) / 1000

test.each([
  [0, 10, 0, 0, 0.278],
  [3, 60, 0.05, 0.017, 0.137],
  [5, 10, 0.5, 0.237, 0.763],
  [50, 50, 1, 0.929, 1],
])('%i leads of %i reviewed posts are a share of %f, between %f and %f', (leads, reviewed, rate, low, high) => {
  const found = missRate(leads, reviewed)
  expect([found.rate, round(found.low), round(found.high)]).toEqual([rate, low, high])
})

test('without reviews there is no share', () => {
  expect(missRate(0, 0)).toEqual({ reviewed: 0, leads: 0, rate: null, low: null, high: null })
})
