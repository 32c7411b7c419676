import { expect, test } from 'vitest'
import { openAllowance } from './allowance.ts'

const times = (count: number, take: () => boolean) => Array.from({ length: count }, take)

test('each key and all keys together have a limit per minute', () => {
  let now = new Date('2026-11-20T12:00:10Z')
  const allowance = openAllowance(() => now, { most: 5, mostOfOne: 2 })
  expect(times(3, () => allowance.take('a'))).toEqual([true, true, false])
  expect(times(3, () => allowance.take('b'))).toEqual([true, true, false])
  expect(['c', 'd'].map((key) => allowance.take(key))).toEqual([true, false])
  now = new Date('2026-11-20T12:01:00Z')
  expect(['a', 'd'].map((key) => allowance.take(key))).toEqual([true, true])
})
