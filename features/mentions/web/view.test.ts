import { describe, expect, test } from 'vitest'
import { queryString } from '#platform/web/api/query-string.ts'
import { belongsIn, defaultView, isFiltered, listFilters, listKey, readView, type View, viewParams } from './view.ts'

const [one, two] = ['01993b5c-0000-7000-8000-000000000001', '01993b5c-0000-7000-8000-000000000002']
const full: View = {
  tab: 'competitor',
  status: 'all',
  feelings: ['negative', 'unknown'],
  names: [one],
  communities: ['smallbusiness', 'crm'],
  text: 'slow & dear',
  range: { from: '2026-11-01', to: '2026-11-20' },
  compared: [one, two],
  measure: 'mentions',
}

describe('an address', () => {
  test('stores a whole view with its open mention, and omits defaults', () => {
    const params = viewParams(full, two)
    expect(readView(params)).toEqual(full)
    expect(params.get('mention')).toBe(two)
    expect(viewParams(defaultView, null).toString()).toBe('')
  })

  test.each([
    ['an unknown tab', 'tab=mine'],
    ['an unknown status', 'status=done'],
    ['an unknown sentiment', 'sentiment=angry'],
    ['a name that is no ID', 'name=Weldco&compare=x'],
    ['a day that does not exist', 'from=2026-02-30&to=2026-03-01'],
    ['a range that ends before it begins', 'from=2026-03-02&to=2026-03-01'],
    ['half a range', 'from=2026-03-02'],
    ['only the character that the API refuses', 'q=%00'],
  ])('with %s shows the default', (_, query) => {
    expect(readView(new URLSearchParams(query))).toEqual(defaultView)
  })

  test('compares at most four names, each once', () => {
    const ids = Array.from({ length: 6 }, (_, index) => one.replace(/1$/, String(index)))
    const params = new URLSearchParams([...ids, ...ids].map((id) => ['compare', id]))
    expect(readView(params).compared).toEqual(ids.slice(0, 4))
  })
})

test('the list depends on everything but the charts', () => {
  expect(listKey({ ...full, compared: [], measure: 'share' })).toBe(listKey(full))
  expect(listKey({ ...full, range: null })).not.toBe(listKey(full))
})

test.each<[string, Partial<View>, boolean]>([
  ['the default', {}, false],
  ['another tab', { tab: 'industry' }, false],
  ['compared names', { compared: [one, two] }, false],
  ['handled mentions', { status: 'handled' }, true],
  ['a range', { range: { from: '2026-11-01', to: '2026-11-02' } }, true],
  ['a text', { text: 'slow' }, true],
])('whether %s is filtered: %s', (_, change, expected) => {
  expect(isFiltered({ ...defaultView, ...change })).toBe(expected)
})

describe('the query', () => {
  const project = { id: 'p', timeZone: 'America/New_York' }
  const query = (view: View, tab?: null) =>
    decodeURIComponent(queryString({ filters: listFilters(project, view, tab) }))

  test('of the default view asks for open mentions of the brand that are not muted', () => {
    expect(query(defaultView)).toBe(
      'filters[project][id][$eq]=p&filters[muted]=false&filters[kind]=brand&filters[handled]=false',
    )
  })

  test('of a full view has all conditions, with days of the project', () => {
    expect(query(full).split('&filters').slice(2)).toEqual([
      '[kind]=competitor',
      '[subreddit][$in][0]=smallbusiness',
      '[subreddit][$in][1]=crm',
      '[sentence][$containsi]=slow & dear',
      '[postedAt][$gte]=2026-11-01T04:00:00.000Z',
      '[postedAt][$lt]=2026-11-21T05:00:00.000Z',
      '[$and][0][$or][0][sentiment][$eq]=negative',
      '[$and][0][$or][1][sentiment][$null]=true',
      `[$and][1][$or][0][competitor][id][$in][0]=${one}`,
      `[$and][1][$or][1][keyword][id][$in][0]=${one}`,
    ])
  })

  test('for the counts of all tabs has no kind', () => {
    expect(query(full, null)).not.toContain('[kind]')
    expect(query({ ...full, tab: 'all' })).toBe(query(full, null))
  })
})

test.each([
  [false, 'open', true],
  [true, 'open', false],
  [true, 'handled', true],
  [false, 'all', true],
] as const)('a mention that is handled (%s) belongs in %s: %s', (handled, status, expected) => {
  expect(belongsIn({ handled }, status)).toBe(expected)
})
