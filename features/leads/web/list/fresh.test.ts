import { expect, test } from 'vitest'
import { freshCount } from './fresh.ts'

/** Leads from the end of the alphabet arrived later. */
const leads = (ids: string) => [...ids].map((id) => ({ id, releasedAt: `2026-11-20T1${id >= 'w' ? 2 : 1}:00:00.000Z` }))
const list = (ids: string, total = ids.length) => ({ leads: leads(ids), total, more: total > ids.length })
const latest = (ids: string, total = ids.length) => ({ leads: leads(ids), total })

test.each([
  ['nothing came in', latest('abc'), list('abc'), '', 0],
  ['one came in on top', latest('xabc'), list('abc'), '', 1],
  ['one came in at the end of a list that is whole', latest('abcx'), list('abc'), '', 1],
  ['one came in among those of the first page', latest('axb', 9), list('abc', 8), '', 1],
  ['one came in where nobody looks', latest('abc', 9), list('abc', 8), '', 0],
  ['more came in than the first page holds', latest('xyz', 16), list('abc', 9), '', 7],
  ['one came in and another was decided about elsewhere', latest('xab', 8), list('abc', 8), '', 1],
  ['one was decided about elsewhere', latest('ab', 7), list('abc', 8), '', 0],
  ['one was decided here, so that the next page moved up', latest('bcd', 7), list('bc', 7), '', 0],
  ['one was decided here, and the answer is older than that', latest('abc', 8), list('bc', 7), 'a', 0],
  ['one was decided here, and another came in', latest('xbc', 8), list('bc', 7), '', 1],
  ['some moved down, so that others are first', latest('adebc', 8), list('abc', 8), '', 0],
  ['some moved down, and one came in', latest('adxbc', 9), list('abc', 8), '', 1],
  ['some moved down, and one was decided about elsewhere', latest('adxbc', 8), list('abc', 8), '', 1],
  ['one that was decided about elsewhere is back', latest('adbc', 9), list('abc', 8), '', 1],
  ['there was nothing, and now there is', latest('a'), list(''), '', 1],
])('%s', (_, now, shown, left, count) => {
  expect(freshCount(now, shown, new Set(left))).toBe(count)
})
