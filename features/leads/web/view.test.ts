import { expect, test } from 'vitest'
import { defaultView, noFilters, type View } from '#engine/rules/lead-view.ts'
import { isFiltered, viewKey } from './view.ts'

const narrow: View = {
  tab: 'replied',
  sort: 'active',
  weights: { fit: 1.5, intent: 0, window: 2 },
  look: 'table',
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

test('a tab and an order filter nothing', () => {
  expect(isFiltered({ ...defaultView, tab: 'saved', sort: 'chance' })).toBe(false)
  expect(isFiltered(narrow)).toBe(true)
  expect(isFiltered({ ...narrow, ...noFilters })).toBe(false)
})

test('weights to try and the look leave the leads and their order on the server as they are', () => {
  expect(viewKey(narrow)).toBe(viewKey({ ...narrow, weights: null, look: null }))
})
