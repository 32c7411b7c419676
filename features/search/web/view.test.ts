import { describe, expect, test } from 'vitest'
import { emptyView, isSearch, readView, searchQuery, type View, viewParams } from './view.ts'

const full: View = {
  query: 'crm -free',
  lens: 'price',
  subreddit: 'SaaS',
  kind: 'comment',
  age: 'week',
  sort: 'votes',
}

describe('the address of a search', () => {
  test.each([
    ['nothing', emptyView, ''],
    ['everything', full, 'q=crm+-free&lens=price&community=SaaS&kind=comment&age=week&sort=votes'],
  ])('with %s is read back unchanged', (_what, view, address) => {
    expect(viewParams(view).toString()).toBe(address)
    expect(readView(viewParams(view))).toEqual(view)
  })

  test('ignores what it does not know', () => {
    const address = 'lens=joy&community=a%20b&kind=poll&age=decade&sort=random&q=%00%20x%20&more=1'
    expect(readView(new URLSearchParams(address))).toEqual({ ...emptyView, query: 'x' })
  })

  test('names the open post', () => {
    expect(viewParams(emptyView, 'a').toString()).toBe('post=a')
  })
})

test.each<[Partial<View>, boolean]>([
  [{}, false],
  [{ sort: 'votes' }, false],
  [{ query: 'crm' }, true],
  [{ lens: 'pain' }, true],
])('%j is a search: %s', (part, expected) => {
  expect(isSearch({ ...emptyView, ...part })).toBe(expected)
})

test('the API gets only the conditions that are set', () => {
  expect(searchQuery({ ...emptyView, query: 'crm' })).toEqual({ query: 'crm' })
  expect(searchQuery(full)).toEqual({
    query: 'crm -free',
    lens: 'price',
    subreddit: 'SaaS',
    kind: 'comment',
    age: 'week',
  })
})
