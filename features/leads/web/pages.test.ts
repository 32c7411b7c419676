import { expect, test } from 'vitest'
import { aPost, newLead } from './factories.ts'
import type { Pages } from './pages.ts'
import { leadsOf, neighbor, positionOf, withDecisions, withLead, withLeadAt, withReadMark } from './pages.ts'

const lead = (id: string, saved = false) => newLead(id, { saved })
const page = (...ids: string[]) => ({ data: ids.map((id) => lead(id)), meta: { pagination: { total: 4 } } })
const list: Pages = { pages: [page('a', 'b'), page('c', 'd')], pageParams: [null, 'cursor'] }
const ids = (pages: Pages) => leadsOf(pages).map((each) => each.id)
const totals = (pages: Pages) => pages.pages.map((each) => each.meta.pagination.total)

test('a lead that is removed and restored is in its old position', () => {
  const position = positionOf(list, 'c')!
  const without = withLead(list, 'c', null)
  expect(ids(without)).toEqual(['a', 'b', 'd'])
  expect(totals(without)).toEqual([3, 3])
  const back = withLeadAt(without, lead('c'), position)
  expect(ids(back)).toEqual(['a', 'b', 'c', 'd'])
  expect(totals(back)).toEqual([4, 4])
})

test('two removed leads can be restored in either order', () => {
  const first = positionOf(list, 'a')!
  const one = withLead(list, 'a', null)
  const second = positionOf(one, 'b')!
  const none = withLead(one, 'b', null)
  expect(ids(withLeadAt(withLeadAt(none, lead('b'), second), lead('a'), first))).toEqual(['a', 'b', 'c', 'd'])
  expect(ids(withLeadAt(withLeadAt(none, lead('a'), first), lead('b'), second)).toSorted()).toEqual([
    'a',
    'b',
    'c',
    'd',
  ])
})

test('a list that was fetched again contains a restored lead only once', () => {
  expect(ids(withLeadAt(list, lead('b', true), { page: 1, index: 0 }))).toEqual(['a', 'b', 'c', 'd'])
  expect(leadsOf(withLeadAt(list, lead('b', true), { page: 1, index: 0 }))[1]?.saved).toBe(true)
})

test('a list that became shorter gets a restored lead at its end', () => {
  const short: Pages = { pages: [page('a')], pageParams: [null] }
  expect(ids(withLeadAt(short, lead('d'), { page: 3, index: 9 }))).toEqual(['a', 'd'])
})

test('a changed lead keeps its position, and an unknown one changes nothing', () => {
  expect(leadsOf(withLead(list, 'b', lead('b', true))).map((each) => each.saved)).toEqual([false, true, false, false])
  expect(withLead(list, 'x', null)).toBe(list)
})

test('a lead that was read loses its mark in its row, and no other does', () => {
  const unread = {
    ...list,
    pages: [{ ...page(), data: [newLead('a', { unread: true }), newLead('b', { unread: true })] }],
  }
  expect(leadsOf(withReadMark(unread, 'b')).map((each) => each.unread)).toEqual([true, false])
  expect(withReadMark(unread, 'x')).toBe(unread)
})

test("another user's decision is shown in its row, and nothing else changes", () => {
  const stamp = { by: 'bob', at: '2026-01-01T00:00:00.000Z' }
  const rejected = {
    ...lead('b'),
    state: 'rejected' as const,
    rejection: { ...stamp, reason: 'tooOld' as const },
    score: 0,
  }
  const after = withDecisions(list, [rejected, lead('x')])
  expect(ids(after)).toEqual(['a', 'b', 'c', 'd'])
  expect(totals(after)).toEqual([4, 4])
  expect(leadsOf(after)[1]).toEqual({ ...rejected, score: 50 })
  expect(leadsOf(after)[2]).toBe(leadsOf(list)[2])
})

test.each([
  ['a', 'b'],
  ['d', 'c'],
])('the neighbor of %s is %s', (id, next) => {
  expect(neighbor(leadsOf(list), id)?.id).toBe(next)
})

test('the neighbor of a lead that leaves with others is the next that stays, or else the previous one', () => {
  expect(neighbor(leadsOf(list), 'b', ['b', 'c'])?.id).toBe('d')
  expect(neighbor(leadsOf(list), 'd', ['b', 'c', 'd'])?.id).toBe('a')
  expect(neighbor(leadsOf(list), 'a', ['a', 'b', 'c', 'd'])).toBeNull()
})

test('the only lead has no neighbor', () => {
  expect(neighbor([lead('a')], 'a')).toBeNull()
})

test('a lead whose post is gone loses its text in its row, and another keeps its own', () => {
  const there = aPost({ title: 'Which kettle?', body: 'Mine leaks.' })
  const shown: Pages = { ...list, pages: [{ ...page(), data: ['a', 'b'].map((id) => newLead(id, { post: there })) }] }
  const left = { ...there, title: '', author: null, standing: 'deleted' } as const
  const changes = [newLead('a', { saved: true, score: 0, post: left }), newLead('b', { score: 0, post: there })]
  const [first, second] = leadsOf(withDecisions(shown, changes))
  expect(first).toMatchObject({ saved: true, score: 0, post: { title: '', body: '', standing: 'deleted' } })
  expect(second).toMatchObject({ score: 50, post: there })
})
