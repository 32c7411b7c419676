import { expect, test } from 'vitest'
import type { Conversation } from '../../contract.ts'
import { aConversation } from '../factories.ts'
import { conversationsOf, freshAmong, neighbor, type Pages, without, withReturned, withStates } from './pages.ts'

const at = (id: string, hour: number) => aConversation(id, { lastAt: `2026-11-26T${hour}:00:00.000Z` })
const [a, b, c, d] = [at('a', 20), at('b', 18), at('c', 16), at('d', 14)]
const pagesOf = (...pages: Conversation[][]): Pages => ({
  pageParams: [],
  pages: pages.map((data) => ({ data, meta: { pagination: { total: data.length } } })),
})
const ids = (pages: Pages) => pages.pages.map(({ data }) => data.map(({ id }) => id).join(''))

test('a conversation on two pages is listed once', () => {
  expect(conversationsOf(pagesOf([a, b], [b, c])).map(({ id }) => id)).toEqual(['a', 'b', 'c'])
  expect(conversationsOf(undefined)).toEqual([])
})

test('changed conversations stay in their places, and unknown ones are left out', () => {
  const changed = withStates(pagesOf([a, b], [c]), [{ ...b, unread: true }, d])
  expect(ids(changed)).toEqual(['ab', 'c'])
  expect(conversationsOf(changed)[1]?.unread).toBe(true)
})

test.each([
  [[[a, b], [c]], b, ['a', 'bc']],
  [[[a, c], [d]], b, ['abc', 'd']],
  [[[b], [c, d]], a, ['ab', 'cd']],
  [[[a, b], [c]], d, ['ab', 'cd']],
  [[[]], a, ['a']],
])('what left returns to its place by time (%#)', (pages, returned, after) => {
  expect(ids(withReturned(without(pagesOf(...pages), returned.id), returned))).toEqual(after)
})

test.each([
  ['one that arrived', [a, b, c], [b, c], true, 1],
  ['one that arrived behind one that moved up', [c, a, b], [b, c], true, 1],
  ['one that moved up from the next page', [b, c, d], [b, c], true, 0],
  ['an old one in a complete list', [b, d], [b], false, 1],
  ['none', [], [b], false, 0],
])('%s: counted as new', (_what, latest, listed, hasMore, fresh) => {
  expect(freshAmong(latest, listed, hasMore)).toBe(fresh)
})

test.each([
  ['b', 'c'],
  ['d', 'c'],
  ['x', 'a'],
])('after %s leaves, %s is open', (leaving, next) => {
  expect(neighbor([a, b, c, d], leaving)?.id).toBe(next)
})

test('after the only conversation leaves, none is open', () => {
  expect(neighbor([a], 'a')).toBeNull()
})
