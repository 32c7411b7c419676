import { expect, test } from 'vitest'
import { uuidArray } from './uuid-array.ts'

const one = '01a1f8d3-ea00-7000-8000-28d47e53fe86'

test('the bytes of an array of one', () => {
  const head = '00000001 00000000 00000b86 00000001 00000001'.replaceAll(' ', '')
  expect(uuidArray([one]).toString('hex')).toBe(`${head}00000010${one.replaceAll('-', '')}`)
})

test('of none, and of many, in their order', () => {
  expect(uuidArray([]).toString('hex')).toBe('000000000000000000000b86')
  const bytes = uuidArray([one, one.toUpperCase(), one.replace('01a1', 'ffff')])
  expect(bytes).toHaveLength(20 + 3 * 20)
  expect(bytes.toString('hex', 24 + 40, 24 + 42)).toBe('ffff')
})

test.each(['', 'x', 'z1a1f8d3-ea00-7000-8000-28d47e53fe86', '{01a1f8d3-ea00-7000-8000-28d47e53fe86'])(
  '%j is no uuid',
  (text) => {
    expect(() => uuidArray([one, text])).toThrow('no uuid')
  },
)
