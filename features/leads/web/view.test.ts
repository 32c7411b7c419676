import { expect, test } from 'vitest'
import { defaultView, isFiltered, noFilters, readView, type View, viewParams, viewQuery } from './view.ts'

const now = Date.UTC(2026, 0, 31)
const query = (view: Partial<View>) => viewQuery('p', { ...defaultView, ...view }, now)

test.each([
  ['', {}],
  ['tab=saved&sort=newest', { tab: 'saved', sort: 'newest' }],
  ['tab=nonsense&sort=__proto__&age=young&label=7&claimed=x&unread=2&since=yesterday', {}],
  ['tab=rejected', { tab: 'rejected' }],
  ['weights=1-0.5-2', { weights: { fit: 1, intent: 0.5, window: 2 } }],
  ['weights=1-0.5', {}],
  ['weights=1-2.1-1', {}],
  ['weights=1--1-1', {}],
  ['q=+simple+crm%00+', { text: 'simple crm' }],
  ['age=cold&age=fresh&label=2&label=3&label=2', { windows: ['fresh', 'cold'], labels: [3, 2] }],
  ['community=sales&community=sales&community=&claimed=me', { communities: ['sales'], claimed: 'me' }],
] as const)('the address %j is read', (params, view) => {
  expect(readView(new URLSearchParams(params))).toEqual({ ...defaultView, ...view })
})

const narrow: View = {
  tab: 'replied',
  sort: 'active',
  weights: { fit: 1.5, intent: 0, window: 2 },
  text: '"a crm" studio',
  communities: ['sales', 'startups'],
  windows: ['fresh', 'evergreen'],
  labels: [3],
  keywords: ['c++ & more'],
  competitors: ['Pipewise'],
  claimed: 'anyone',
  unread: true,
  since: '2026-01-30T07:00:00.000Z',
}

test('an address omits defaults, and is read back the same', () => {
  expect(viewParams(defaultView, null).toString()).toBe('')
  expect(viewParams({ ...defaultView, tab: 'replied', sort: 'newest' }, 'l1').toString()).toBe(
    'tab=replied&sort=newest&lead=l1',
  )
  expect(readView(new URLSearchParams(viewParams(narrow, 'l1').toString()))).toEqual(narrow)
})

test('a tab and an order filter nothing', () => {
  expect(isFiltered({ ...defaultView, tab: 'saved', sort: 'chance' })).toBe(false)
  expect(isFiltered(narrow)).toBe(true)
  expect(isFiltered({ ...narrow, ...noFilters })).toBe(false)
})

test('saved leads are queried regardless of their state', () => {
  expect(query({ tab: 'saved', sort: 'newest' })).toEqual({
    filters: { project: { id: { $eq: 'p' } }, saved: { $eq: true } },
    sort: 'postedAt:desc',
    populate: ['post'],
  })
  expect(query({ tab: 'rejected' })).toMatchObject({
    filters: { state: { $eq: 'rejected' } },
    sort: 'urgency:desc',
  })
})

test('all filters become conditions, and the windows a span of dates each', () => {
  expect(query(narrow).filters).toEqual({
    project: { id: { $eq: 'p' } },
    state: { $eq: 'replied' },
    subreddit: { $in: ['sales', 'startups'] },
    label: { $in: [3] },
    keyword: { $in: ['c++ & more'] },
    competitor: { $in: ['Pipewise'] },
    claimed: { $ne: 'nobody' },
    unread: { $eq: true },
    releasedAt: { $gt: '2026-01-30T07:00:00.000Z' },
    $and: [{ text: { $containsi: 'a crm' } }, { text: { $containsi: 'studio' } }],
    $or: [
      { postedAt: { $gt: '2026-01-28T00:00:00.000Z' } },
      { postedAt: { $lte: '2025-11-02T00:00:00.000Z' } },
      { postedAt: { $null: true } },
    ],
  })
})
