import { expect, test } from 'vitest'
import { readView, viewParams, viewQuery } from './view.ts'

test.each([
  ['', { tab: 'new', sort: 'now' }],
  ['tab=saved&sort=newest', { tab: 'saved', sort: 'newest' }],
  ['tab=nonsense&sort=__proto__', { tab: 'new', sort: 'now' }],
  ['tab=rejected', { tab: 'rejected', sort: 'now' }],
] as const)('the address %j is read', (params, view) => {
  expect(readView(new URLSearchParams(params))).toEqual(view)
})

test('an address omits defaults, and is read back the same', () => {
  expect(viewParams({ tab: 'new', sort: 'now' }, null).toString()).toBe('')
  const view = { tab: 'replied', sort: 'newest' } as const
  expect(viewParams(view, 'l1').toString()).toBe('tab=replied&sort=newest&lead=l1')
  expect(readView(viewParams(view, 'l1'))).toEqual(view)
})

test('saved leads are queried regardless of their state', () => {
  expect(viewQuery('p', { tab: 'saved', sort: 'newest' })).toEqual({
    filters: { project: { id: { $eq: 'p' } }, saved: { $eq: true } },
    sort: 'postedAt:desc',
    populate: ['post'],
  })
  expect(viewQuery('p', { tab: 'rejected', sort: 'now' })).toMatchObject({
    filters: { state: { $eq: 'rejected' } },
    sort: 'urgency:desc',
  })
})
