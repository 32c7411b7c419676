import { expect, test } from 'vitest'
import { rounded, totalOf } from './points.ts'

test('points are rounded to one decimal, and never to minus zero', () => {
  expect(rounded(0.149)).toBe(0.1)
  expect(Object.is(rounded(-0.01), 0)).toBe(true)
  expect(totalOf([0.1, 0.2].map((points) => ({ name: 'fit', points, reasons: [] })))).toBe(0.3)
})
