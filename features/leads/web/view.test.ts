import { expect, test } from 'vitest'
import { narrowView } from '#engine/rules/factories.ts'
import { defaultView, noFilters } from '#engine/rules/lead-view.ts'
import { isFiltered, viewKey } from './view.ts'

test('a tab and an order filter nothing', () => {
  expect(isFiltered({ ...defaultView, tab: 'saved', sort: 'chance' })).toBe(false)
  expect(isFiltered(narrowView)).toBe(true)
  expect(isFiltered({ ...narrowView, ...noFilters })).toBe(false)
})

test('weights to try and the look leave the leads and their order on the server as they are', () => {
  expect(viewKey(narrowView)).toBe(viewKey({ ...narrowView, weights: null, look: null }))
})
