import { expect, test } from 'vitest'
import type { Component } from './component.ts'
import { evenWeights, weighted, weightedTotal } from './score-weights.ts'

const component = (name: Component['name'], points: number): Component => ({
  name,
  points,
  reasons: [{ text: `${name} counts`, points, spans: [] }],
})
const components = [
  component('fit', 31.4),
  component('intent', -10.2),
  component('freshness', 6),
  component('engagement', 2.5),
  component('similarity', 4),
  component('feedback', -3),
]

test.each([
  [{}, 30.7],
  [{ fit: 2 }, 62.1],
  [{ fit: 0, intent: 0, freshness: 0, engagement: 0 }, 1],
  [{ intent: 0.5 }, 35.8],
  [{ fit: 0.33, engagement: 1.5 }, 11],
])('with %j the components add up to %d', (overrides, total) => {
  expect(weightedTotal(components, { ...evenWeights, ...overrides })).toBe(total)
})

test('displayed points add up to the stored score, and reasons to their component', () => {
  const weights = { fit: 0.33, intent: 1.7, freshness: 0.1, engagement: 0 }
  const shown = weighted(components, weights)
  expect(shown.reduce((sum, { points }) => sum + points, 0)).toBeCloseTo(weightedTotal(components, weights), 9)
  expect(shown.map(({ points, reasons }) => reasons[0]?.points === points)).not.toContain(false)
})

test('even weights change nothing', () => {
  expect(weighted(components, evenWeights)).toEqual(components)
})
