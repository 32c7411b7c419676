import { expect, test } from 'vitest'
import { amountText, moneyText, parseAmount, sumsOf } from './money.ts'

test.each([
  [120_000, 'USD', '$1,200', '1200'],
  [120_050, 'EUR', '€1,200.50', '1200.50'],
  [9000, 'JPY', '¥9,000', '9000'],
  [1500, 'KWD', 'KWD 1.500', '1.500'],
  [0, 'USD', '$0', '0'],
])('%i of %s is shown as %s, and edited as %s', (value, currency, shown, edited) => {
  expect(moneyText({ value, currency }).replace(/\s/g, ' ')).toBe(shown)
  expect(amountText({ value, currency })).toBe(edited)
  expect(parseAmount(edited, currency)).toBe(value)
})

test.each([
  ['1,200.5', 'USD', 120_050],
  [' 1 200 ', 'EUR', 120_000],
  ['12.', 'USD', 1200],
  ['1,20', 'USD', null],
  ['9.5', 'JPY', null],
  ['-5', 'USD', null],
  ['', 'USD', null],
  ['lots', 'USD', null],
  ['10000000000', 'USD', 1_000_000_000_000],
  ['10000000001', 'USD', null],
])('%j in %s is %j', (typed, currency, value) => {
  expect(parseAmount(typed, currency)).toBe(value)
})

test('sums are kept apart by currency, the most used first', () => {
  const none = { value: null, currency: null }
  const amounts = [none, { value: 5, currency: 'EUR' }, { value: 1, currency: 'USD' }, { value: 2, currency: 'USD' }]
  expect(sumsOf(amounts)).toEqual([
    { value: 3, currency: 'USD' },
    { value: 5, currency: 'EUR' },
  ])
  expect(sumsOf([none])).toEqual([])
})
