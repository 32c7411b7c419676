import { expect, test } from 'vitest'
import { narrowView } from './factories.ts'
import { defaultView, type View } from './lead-view.ts'
import { viewQuery } from './lead-view-query.ts'

const now = Date.UTC(2026, 0, 31)
const query = (view: Partial<View>) => viewQuery('p', { ...defaultView, ...view }, now)

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
  expect(query(narrowView).filters).toEqual({
    project: { id: { $eq: 'p' } },
    state: { $eq: 'replied' },
    subreddit: { $in: ['sales', 'startups'] },
    label: { $in: [3] },
    keyword: { $in: ['c++ & more'] },
    competitor: { $in: ['Pipewise'] },
    claimed: { $ne: 'nobody' },
    unread: { $eq: true },
    hour: { $eq: 14 },
    weekday: { $eq: 1 },
    due: { $eq: true },
    releasedAt: { $gt: '2026-01-30T07:00:00.000Z' },
    postedAt: { $gte: '2026-01-01T00:00:00.000Z', $lt: '2026-02-01T00:00:00.000Z' },
    $and: [{ text: { $containsi: 'a crm' } }, { text: { $containsi: 'studio' } }],
    $or: [
      { postedAt: { $gt: '2026-01-28T00:00:00.000Z' } },
      { postedAt: { $lte: '2025-11-02T00:00:00.000Z' } },
      { postedAt: { $null: true } },
    ],
  })
})

test('all leads are queried regardless of their state', () => {
  expect(query({ tab: 'all' }).filters).toEqual({ project: { id: { $eq: 'p' } } })
})

test.each([
  ['now', 'urgency:desc'],
  ['chance', 'score:desc'],
  ['newest', 'postedAt:desc'],
  ['active', 'numComments:desc'],
] as const)('in the order %s, leads are sorted by %s', (sort, key) => {
  expect(query({ sort }).sort).toBe(key)
})

test.each([
  [{ claimed: 'me' as const }, { claimed: { $eq: 'me' } }],
  [{ postedFrom: '2026-01-01T00:00:00.000Z' }, { postedAt: { $gte: '2026-01-01T00:00:00.000Z' } }],
  [{ postedBefore: '2026-02-01T00:00:00.000Z' }, { postedAt: { $lt: '2026-02-01T00:00:00.000Z' } }],
])('the filter %j alone becomes the condition %j', (view, condition) => {
  expect(query({ tab: 'all', ...view }).filters).toEqual({ project: { id: { $eq: 'p' } }, ...condition })
})
