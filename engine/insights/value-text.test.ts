import { expect, test } from 'vitest'
import type { Unit } from './metrics.ts'
import { changeText, valueText } from './value-text.ts'

test.each<[number | null, Unit, string]>([
  [null, 'count', '–'],
  [1234, 'count', '1,234'],
  [12.34, 'percent', '12.3%'],
  [0, 'seconds', '0 min'],
  [7500, 'seconds', '2 h 5 min'],
  [7200, 'seconds', '2 h'],
  [93_600, 'seconds', '1 d 2 h'],
])('%s as %s is %s', (value, unit, text) => {
  expect(valueText(value, unit)).toBe(text)
})

test.each<[number | null, number | null, Unit, string | null]>([
  [12, null, 'count', null],
  [12, 12, 'count', 'no change from 12'],
  [12, 8, 'count', 'up 50% from 8'],
  [8, 12, 'count', 'down 33.3% from 12'],
  [8, 0, 'count', 'up from 0'],
  [41, 40, 'percent', 'up 1 point from 40%'],
  [3600, 7200, 'seconds', 'down 1 h from 2 h'],
])('%s after %s in %s is %s', (total, earlier, unit, text) => {
  expect(changeText(total, earlier, unit)).toBe(text)
})
