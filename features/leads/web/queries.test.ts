import { parse } from 'qs'
import { expect, test } from 'vitest'
import { defaultView, type Filters, noFilters, sorts, tabs } from '#engine/rules/lead-view.ts'
import { readQuery } from '#platform/contract/query/query.ts'
import { queryString } from '#platform/web/api/query-string.ts'
import { opportunitiesResource } from '../contract.ts'
import { changedMax, changedQuery, pageQuery } from './queries.ts'

const project = '01a1f8d3-ea00-7000-8000-28d47e53fe86'

test('the contract accepts the query for changed leads', () => {
  const read = readQuery(opportunitiesResource, parse(queryString(changedQuery(project, [project, project]))), 'list')
  const ofPosts = ['score', 'urgency', 'label', 'components', 'sentence', 'snippet']
  expect(read.fields).toEqual(['state', 'saved', 'reply', 'rejection', 'save', 'claim', ...ofPosts])
  expect(read.populate.post?.fields).toContain('standing')
  expect(read.populate.post?.fields).not.toContain('body')
  expect(read.paging).toEqual({ by: 'page', page: 1, pageSize: changedMax })
})

const filters: Filters = {
  text: 'simple crm',
  communities: ['sales'],
  windows: ['fresh', 'evergreen'],
  labels: [3],
  keywords: ['crm'],
  competitors: ['Pipewise'],
  claimed: 'anyone',
  unread: true,
  due: true,
  since: '2026-01-30T07:00:00.000Z',
  postedFrom: '2026-01-01T00:00:00.000Z',
  postedBefore: '2026-02-01T00:00:00.000Z',
  hour: 14,
  weekday: 1,
}
const views = tabs.flatMap((tab) =>
  sorts.flatMap((sort) => [noFilters, filters].map((each) => ({ ...defaultView, tab, sort, ...each }))),
)

test.each(views)('the contract accepts the pages of $tab, $sort first, with the search "$text"', (view) => {
  const read = (cursor: string | null) =>
    readQuery(opportunitiesResource, parse(queryString(pageQuery(project, view, cursor, Date.now()))), 'list')
  expect(read(null).paging).toEqual({ by: 'page', page: 1, pageSize: 25 })
  expect(read('abc')).toMatchObject({
    paging: { by: 'cursor', cursor: 'abc', pageSize: 25 },
    populate: { post: { fields: null } },
  })
})
