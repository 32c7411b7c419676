import { expect, test } from 'vitest'
import { numberFault } from './number-fault.ts'

test.each(['1', ' 7 ', '30'])('%j is a limit up to 30', (typed) => {
  expect(numberFault(typed, 30)).toBeNull()
})

test.each(['', '0', '31', '1.5', '-2', '1e1', 'many'])('%j is no limit up to 30', (typed) => {
  expect(numberFault(typed, 30)).toBe('Enter a number from 1 to 30')
})
