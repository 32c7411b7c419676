import qs from 'qs'
import { expect, test } from 'vitest'
import { queryString } from './query-string.ts'

test('writes objects and arrays in brackets', () => {
  const query = {
    filters: { project: { id: { $eq: 'p' } }, status: { $in: ['done', 'paid'] }, saved: { $eq: true } },
    sort: 'score:desc',
    populate: ['post'],
    pagination: { limit: 25, cursor: undefined },
  }
  expect(decodeURIComponent(queryString(query))).toBe(
    'filters[project][id][$eq]=p&filters[status][$in][0]=done&filters[status][$in][1]=paid&filters[saved][$eq]=true&sort=score:desc&populate[0]=post&pagination[limit]=25',
  )
})

test('a written query parses back to the same values', () => {
  const query = { filters: { name: { $eq: 'a&b=c d+é[x]' } }, populate: ['post'] }
  expect(qs.parse(queryString(query))).toEqual(query)
})
