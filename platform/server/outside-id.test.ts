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
  ])('%s is the number %s and comes back', (id, number) => {
    expect(outsideIdOf(id)).toEqual({ outsideId: number, outsideName: null })
    expect(outsideIdText(outsideIdOf(id))).toBe(id)
  })

  test('is the same in upper case', () => {
    expect(outsideIdOf('1N2FS54')).toEqual(outsideIdOf('1n2fs54'))
    expect(outsideIdText(outsideIdOf('1N2FS54'))).toBe('1n2fs54')
  })
})

test.each(['t3_1n2fs54', 't1_1n2fs54', 'T3_1N2FS54'])('the full name %s is the same number', (name) => {
  expect(outsideIdOf(name)).toEqual(outsideIdOf('1n2fs54'))
})

describe('an id that is none', () => {
  test.each([
    ['one past the largest', (largest + 1n).toString(36)],
    ['13 digits, far too large', 'zzzzzzzzzzzzz'],
    ['longer than any', 'x005ff2f1681f19b8'],
    ['a leading zero, which the number would lose', '0abc'],
    ['a prefix of another kind', 't5_1n2fs54'],
    ['other letters', 'größe'],
    ['a sign that lower-cases to a letter', '\u212a'],
    ['nothing', ''],
    ['a space', ' 1n2fs54'],
  ])('%s: keeps its name beside a negative number', (_, id) => {
    const { outsideId, outsideName } = outsideIdOf(id)
    expect(outsideName).toBe(id)
    expect(outsideId).toBeLessThan(0n)
    expect(outsideId).toBeGreaterThanOrEqual(-(2n ** 63n))
    expect(outsideIdText({ outsideId, outsideName })).toBe(id)
    expect(outsideIdOf(id).outsideId).toBe(outsideId)
  })

  test('two of them differ, in case too', () => {
    const ids = ['x005ff2f1681f19b8', 'x00e4d2b8115ff84d', 'X00E4D2B8115FF84D', '0abc', '00abc']
    expect(new Set(ids.map((id) => outsideIdOf(id).outsideId)).size).toBe(ids.length)
  })
})
