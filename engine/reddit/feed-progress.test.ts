import { describe, expect, test } from 'vitest'
import { type Cursor, type FirstPage, progressOf } from './feed-progress.ts'

const now = 10_000_000
const minute = 60_000
const item = (id: string, minutesAgo: number) => ({ id, postedAt: now - minutesAgo * minute })

function page(items: FirstPage['items'], overrides: Partial<FirstPage> = {}): FirstPage {
  return { items, goneIds: [], oldestAt: items.at(-1)?.postedAt ?? null, isEnd: false, ...overrides }
}
const first: Cursor = { newestAt: null, seen: [] }
const known: Cursor = { newestAt: now - 10 * minute, seen: ['c', 'b', 'a'] }

test('the first page of a feed is all new, and earlier items are missing', () => {
  const { cursor, fresh, isReached, counted, lagMs } = progressOf(first, page([item('b', 1), item('a', 5)]), null, now)
  expect(cursor).toEqual({ newestAt: now - minute, seen: ['b', 'a'] })
  expect([[...fresh], isReached, lagMs]).toEqual([['b', 'a'], false, null])
  expect(counted).toEqual({ items: 2, overMs: 5 * minute, isWhole: false })
})

test('new items are counted since the previous poll', () => {
  const listed = page([item('e', 1), item('d', 3), item('c', 10)])
  const { cursor, fresh, isReached, counted, lagMs } = progressOf(known, listed, now - 4 * minute, now)
  expect(cursor).toEqual({ newestAt: now - minute, seen: ['e', 'd', 'c', 'b', 'a'] })
  expect([[...fresh], isReached, lagMs]).toEqual([['e', 'd'], true, 1 * minute])
  expect(counted).toEqual({ items: 2, overMs: 4 * minute, isWhole: true })
})

test('an empty feed is covered up to now, even when it later shares a listing', () => {
  const { cursor, isReached } = progressOf(first, page([], { isEnd: true }), null, now)
  expect([cursor, isReached]).toEqual([{ newestAt: now - minute, seen: [] }, true])
  expect(progressOf(cursor, page([], { oldestAt: now - 2 * minute }), now, now + minute).isReached).toBe(true)
})

describe('the page reaches the cursor', () => {
  const newer = [item('e', 1), item('d', 3)]
  test.each<[string, FirstPage, boolean]>([
    ['if a known item is on it', page([...newer, item('b', 12)]), true],
    ['if a known item on it was deleted', page(newer, { goneIds: ['b'] }), true],
    ['if it ends before the newest known item, which was deleted', page(newer, { oldestAt: now - 11 * minute }), true],
    ['if it is the last page', page(newer, { isEnd: true }), true],
    ['but not if all of its items are newer', page(newer), false],
    ['but not if it is full of items from other feeds', page([], { oldestAt: now - minute }), false],
  ])('%s', (_, listed, isReached) => {
    expect(progressOf(known, listed, now - 10 * minute, now).isReached).toBe(isReached)
  })
})

test('when the page does not reach the cursor, items are counted over the span of the page', () => {
  const { counted } = progressOf(known, page([item('e', 1), item('d', 2)]), now - 10 * minute, now)
  expect(counted).toEqual({ items: 2, overMs: 2 * minute, isWhole: false })
})

test('an item approved late is delivered but counts neither for the pace nor for the lag', () => {
  const listed = page([item('c', 10), item('bb', 60 * 5), item('a', 600)])
  const { fresh, counted, lagMs, cursor } = progressOf(known, listed, now - minute, now)
  expect([[...fresh], counted.items, lagMs, cursor.newestAt]).toEqual([['bb'], 0, null, known.newestAt])
})

test('the cursor keeps the newest 150 ids, whatever their order on the page', () => {
  const items = Array.from({ length: 100 }, (_, at) => item(`z${100 + at}`, at)).toReversed()
  const seen = Array.from({ length: 100 }, (_, at) => `y${100 + at}`)
  const { cursor } = progressOf({ newestAt: now - 100 * minute, seen }, page(items), now, now)
  expect(cursor.seen).toHaveLength(150)
  expect([cursor.seen[0], cursor.seen[99], cursor.seen[100], cursor.seen[149]]).toEqual([
    'z199',
    'z100',
    'y199',
    'y150',
  ])
})
