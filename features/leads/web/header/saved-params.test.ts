import { expect, test } from 'vitest'
import { defaultView } from '#engine/rules/lead-view.ts'
import { isShown, savedParams } from './saved-params.ts'

const saved = { ...defaultView, tab: 'saved', sort: 'newest', since: '2026-01-30T07:00:00.000Z' } as const

test('a view is saved with its look and without the last visit', () => {
  expect(savedParams(saved, 'table')).toBe('tab=saved&sort=newest&look=table')
})

test.each([
  ['tab=saved&sort=newest&look=table', 'table', true],
  ['tab=saved&sort=newest', 'table', true],
  ['tab=saved&sort=newest', 'cards', true],
  ['tab=saved&sort=newest&look=table', 'cards', false],
  ['tab=saved&sort=newest&look=table', null, true],
  ['tab=saved', 'table', false],
] as const)('the saved view %s is shown as %s: %s', (params, look, shown) => {
  expect(isShown(params, saved, look)).toBe(shown)
})
