import { expect, test } from 'vitest'
import { evenWeights } from '#engine/order/urgency.ts'
import type { Component } from '#engine/score/component.ts'
import { newLead } from '../factories.ts'
import { reordered } from './order.ts'

const now = Date.UTC(2026, 5, 30)
const component = (name: Component['name'], points: number): Component => ({ name, points, reasons: [] })
const lead = (id: string, score: number, fit: number, intent: number, daysAgo: number) =>
  newLead(id, {
    score,
    components: [component('fit', fit), component('intent', intent)],
    postedAt: new Date(now - daysAgo * 86_400_000).toISOString(),
  })
const leads = [
  lead('fits', 60, 80, 0, 1),
  lead('asks', 60, 20, 40, 1),
  lead('old', 90, 50, 20, 40),
  { ...lead('undated', 95, 50, 20, 0), postedAt: null },
]

test.each([
  ['as shipped', {}, ['fits', 'asks', 'old', 'undated']],
  ['with more intent', { intent: 2, fit: 0.5 }, ['asks', 'old', 'fits', 'undated']],
  ['without the reply window', { window: 0 }, ['undated', 'old', 'fits', 'asks']],
])('leads are ordered %s', (_case, weights, ids) => {
  expect(reordered(leads, { ...evenWeights, ...weights }, now).map(({ id }) => id)).toEqual(ids)
})
