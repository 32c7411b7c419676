import { expect, test } from 'vitest'
import { emptyView, type View } from '../view.ts'
import { savedFilters, searchText, viewOfSaved } from './saved.ts'

const full: View = { query: 'crm', lens: 'pain', subreddit: 'SaaS', kind: 'post', age: 'month', sort: 'newest' }

test.each([full, { ...emptyView, query: 'crm' }])('a saved search is found again: %j', (view) => {
  expect(viewOfSaved({ query: view.query, filters: savedFilters(view) })).toEqual(view)
})

test('filters of several values, or that a search lacks, are left out', () => {
  const filters = {
    subreddits: ['a1', 'b2'],
    kinds: ['post', 'comment'],
    days: 3,
    scoreLeast: 50,
  } satisfies Parameters<typeof viewOfSaved>[0]['filters']
  expect(viewOfSaved({ query: 'crm', filters })).toEqual({ ...emptyView, query: 'crm' })
})

test.each<[View, string]>([
  [{ ...emptyView, query: 'crm' }, 'crm'],
  [{ ...emptyView, lens: 'price' }, 'talks about price'],
  [full, 'crm · describes a problem · r/SaaS · posts · last 30 days'],
])('%j reads %s', (view, text) => {
  expect(searchText(view)).toBe(text)
})
