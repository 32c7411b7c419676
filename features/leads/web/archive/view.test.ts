import { expect, test } from 'vitest'
import { queryString } from '#platform/web/api/query-string.ts'
import { archiveParams, archiveQuery, readArchiveView } from './view.ts'

test.each(['', 'q=crm&period=7d', 'q=%22too+late%22&reason=tooOld', 'period=30m&reason=advertising'])(
  'the view in the address “%s” has the same address',
  (address) => {
    expect(archiveParams(readArchiveView(new URLSearchParams(address))).toString()).toBe(address)
  },
)

test('unknown values in an address count as the defaults', () => {
  expect(readArchiveView(new URLSearchParams('period=1y&reason=boring'))).toEqual({
    text: '',
    period: 'any',
    reason: 'any',
  })
})

test('a view is queried by project, state, time, reason, and each word', () => {
  const now = Date.UTC(2026, 10, 20)
  const query = archiveQuery('p', 'rejected', { text: 'crm late', period: '30m', reason: 'tooOld' }, now)
  expect(decodeURIComponent(queryString(query)).split('&')).toEqual([
    'filters[project][id][$eq]=p',
    'filters[state][$eq]=rejected',
    'filters[decidedAt][$gte]=2026-11-19T23:30:00.000Z',
    'filters[reason][$eq]=tooOld',
    'filters[$and][0][archive][$containsi]=crm',
    'filters[$and][1][archive][$containsi]=late',
    'sort=decidedAt:desc',
    'populate[0]=post',
  ])
})
