import { expect, test } from 'vitest'
import { isReached, laterStep, setupStepOf } from './setup-steps.ts'

const described = { name: 'Pipewell', summary: 'Welds pipes.', reached: 'watchlist' } as const

test.each([
  ['the step in the address', 'communities', described, 'communities'],
  ['an earlier step in the address', 'product', described, 'product'],
  ['where the user left off, without one', null, described, 'watchlist'],
  ['where the user left off, for an unknown one', 'voice', described, 'watchlist'],
  ['the product, as long as it has no name', 'watchlist', { ...described, name: ' ' }, 'product'],
  ['the product, as long as it has no description', null, { ...described, summary: '' }, 'product'],
  ['the product, if its description is only spaces', null, { ...described, summary: ' \n' }, 'product'],
] as const)('setup shows %s', (_, asked, progress, step) => {
  expect(setupStepOf(asked, progress)).toBe(step)
})

test('the later of two steps is the one further on', () => {
  expect([laterStep('product', 'watchlist'), laterStep('communities', 'watchlist')]).toEqual([
    'watchlist',
    'communities',
  ])
})

test.each([
  ['product', 'watchlist', true],
  ['watchlist', 'watchlist', true],
  ['alerts', 'communities', false],
  ['replies', 'communities', false],
  ['replies', 'alerts', true],
] as const)('the step %s, if the furthest was %s, counts as reached: %s', (step, furthest, isExpected) => {
  expect(isReached(step, furthest)).toBe(isExpected)
})
