import { expect, test } from 'vitest'
import { median, quantile } from './quantiles.ts'

test.each([
  [[5], 0.99, 5],
  [[3, 1, 2], 0.5, 2],
  [[4, 1, 3, 2], 0.5, 2],
  [Array.from({ length: 100 }, (_, index) => index + 1), 0.95, 95],
  [Array.from({ length: 100 }, (_, index) => index + 1), 1, 100],
  [[1, 2], 0, 1],
])('for %j, the quantile %d is %d', (values, q, expected) => {
  expect(quantile(values, q)).toBe(expected)
})

test('the median of no values is NaN', () => {
  expect(median([])).toBeNaN()
})
