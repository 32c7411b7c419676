import { expect, test } from 'vitest'
import { freshCount } from './fresh.ts'

/** Leads from the end of the alphabet arrived later. */
const leads = (ids: string) => [...ids].map((id) => ({ id, releasedAt: `2026-11-20T1${id >= 'w' ? 2 : 1}:00:00.000Z` }))
const list = (ids: string, total = ids.length) => ({ leads: leads(ids), total, more: total > ids.length })
const latest = (ids: string, total = ids.length) => ({ leads: leads(ids), total })

test.each([
  ['no lead arrived', latest('abc'), list('abc'), '', 0],
  ['a lead arrived at the top', latest('xabc'), list('abc'), '', 1],
  ['a lead arrived at the end of a complete list', latest('abcx'), list('abc'), '', 1],
  ['a lead arrived within the first page', latest('axb', 9), list('abc', 8), '', 1],
  ['a lead arrived beyond the first page', latest('abc', 9), list('abc', 8), '', 0],
  ['more leads arrived than the first page holds', latest('xyz', 16), list('abc', 9), '', 7],
  ['a lead arrived and another was decided elsewhere', latest('xab', 8), list('abc', 8), '', 1],
  ['a lead was decided elsewhere', latest('ab', 7), list('abc', 8), '', 0],
  ['a lead was decided here, and the next page moved up', latest('bcd', 7), list('bc', 7), '', 0],
  ['a lead was decided here, and the response is older', latest('abc', 8), list('bc', 7), 'a', 0],
  ['a lead was decided here, and another arrived', latest('xbc', 8), list('bc', 7), '', 1],
  ['leads moved down, and others are first', latest('adebc', 8), list('abc', 8), '', 0],
  ['leads moved down, and one arrived', latest('adxbc', 9), list('abc', 8), '', 1],
  ['leads moved down, and one was decided elsewhere', latest('adxbc', 8), list('abc', 8), '', 1],
  ['a lead that was decided elsewhere is back', latest('adbc', 9), list('abc', 8), '', 1],
  ['the list was empty, and a lead arrived', latest('a'), list(''), '', 1],
])('%s', (_, now, shown, left, count) => {
  expect(freshCount(now, shown, new Set(left))).toBe(count)
})
