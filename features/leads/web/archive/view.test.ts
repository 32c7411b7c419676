import { expect, test } from 'vitest'
import { queryString } from '#platform/web/api/query-string.ts'
import { archiveParams, archiveQuery, readArchiveView } from './view.ts'

test.each([
  '',
  'q=crm&period=7d',
  'q=%22too+late%22&reason=tooOld',
  'period=30m&reason=advertising',
  'from=2026-11-01&to=2026-11-20&visibility=removed',
])('the view in the address “%s” has the same address', (address) => {
  expect(archiveParams(readArchiveView(new URLSearchParams(address))).toString()).toBe(address)
})

test('unknown values in an address count as the defaults', () => {
  expect(
    readArchiveView(new URLSearchParams('period=1y&reason=boring&from=2026-11-20&to=2026-11-01&visibility=x')),
  ).toEqual({
    text: '',
    period: 'any',
    range: null,
    visibility: 'any',
    reason: 'any',
  })
})

const project = { id: 'p', timeZone: 'America/New_York' }
const sent = (query: Parameters<typeof queryString>[0]) => decodeURIComponent(queryString(query)).split('&')

test('a view is queried by project, state, time, reason, and each word', () => {
  const now = Date.UTC(2026, 10, 20)
  const view = { text: 'crm late', period: '30m', range: null, visibility: 'any', reason: 'tooOld' } as const
  expect(sent(archiveQuery(project, 'rejected', view, now))).toEqual([
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

test('days are those of the project, and take the place of a period', () => {
  const range = { from: '2026-10-31', to: '2026-11-01' }
  const view = { text: '', period: '7d', range, visibility: 'live', reason: 'any' } as const
  expect(sent(archiveQuery(project, 'replied', view, Date.UTC(2026, 10, 20)))).toEqual([
    'filters[project][id][$eq]=p',
    'filters[state][$eq]=replied',
    'filters[decidedAt][$gte]=2026-10-31T04:00:00.000Z',
    'filters[decidedAt][$lt]=2026-11-02T05:00:00.000Z',
    'filters[visibility][$eq]=live',
    'sort=decidedAt:desc',
    'populate[0]=post',
  ])
})
