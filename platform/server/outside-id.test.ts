import { describe, expect, test } from 'vitest'
import { outsideIdOf, outsideIdText } from './outside-id.ts'

const largest = 2n ** 63n - 1n

describe('an id that is a base-36 number', () => {
  test.each([
    ['0', 0n],
    ['z', 35n],
    ['10', 36n],
    ['1n2fs54', 3_571_599_928n],
    [largest.toString(36), largest],
  ])('%s becomes the number %s and converts back', (id, number) => {
    expect(outsideIdOf(id)).toEqual({ outsideId: number, outsideName: null })
    expect(outsideIdText(outsideIdOf(id))).toBe(id)
  })

  test('ignores case', () => {
    expect(outsideIdOf('1N2FS54')).toEqual(outsideIdOf('1n2fs54'))
    expect(outsideIdText(outsideIdOf('1N2FS54'))).toBe('1n2fs54')
  })
})

test.each(['t3_1n2fs54', 't1_1n2fs54', 'T3_1N2FS54'])('the full name %s gives the same number', (name) => {
  expect(outsideIdOf(name)).toEqual(outsideIdOf('1n2fs54'))
})

describe('an id that is not a base-36 number below 2^63', () => {
  test.each([
    ['one above the maximum', (largest + 1n).toString(36)],
    ['13 digits, far too large', 'zzzzzzzzzzzzz'],
    ['longer than any valid id', 'x005ff2f1681f19b8'],
    ['a leading zero, which the number would lose', '0abc'],
    ['an unsupported prefix', 't5_1n2fs54'],
    ['letters other than a to z', 'größe'],
    ['the Kelvin sign, which lower-cases to k', '\u212a'],
    ['an empty id', ''],
    ['a leading space', ' 1n2fs54'],
  ])('%s: becomes a negative number and keeps its name', (_, id) => {
    const { outsideId, outsideName } = outsideIdOf(id)
    expect(outsideName).toBe(id)
    expect(outsideId).toBeLessThan(0n)
    expect(outsideId).toBeGreaterThanOrEqual(-(2n ** 63n))
    expect(outsideIdText({ outsideId, outsideName })).toBe(id)
    expect(outsideIdOf(id).outsideId).toBe(outsideId)
  })

  test('never shares its number with another, not even one that differs only in case', () => {
    const ids = ['x005ff2f1681f19b8', 'x00e4d2b8115ff84d', 'X00E4D2B8115FF84D', '0abc', '00abc']
    expect(new Set(ids.map((id) => outsideIdOf(id).outsideId)).size).toBe(ids.length)
  })
})
