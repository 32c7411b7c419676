import { expect, test } from 'vitest'
import { counted, moneyText, priceText } from './labels.ts'

test.each([
  [3900, 'USD', '$39.00'],
  [-390, 'USD', '-$3.90'],
  [0, 'USD', '$0.00'],
  [123_456, 'EUR', '€1,234.56'],
  [1500, 'JPY', '¥1,500'],
])('%i of the smallest unit of %s is %s', (amount, currency, text) => {
  expect(moneyText({ amount, currency })).toBe(text)
})

test.each([
  [3900, '$39'],
  [3950, '$39.50'],
  [37_200, '$372'],
])('a price of %i cents is %s', (cents, text) => {
  expect(priceText(cents)).toBe(text)
})

test.each([
  [1, 'keywords', '1 keyword'],
  [0, 'keywords', '0 keywords'],
  [1204, 'competitors', '1,204 competitors'],
])('%i %s reads %s', (number, plural, text) => {
  expect(counted(number, plural)).toBe(text)
})
