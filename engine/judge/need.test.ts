import { describe, expect, test } from 'vitest'
import { productTexts, withNeed } from './need.ts'

const component = (name: 'fit' | 'intent' | 'freshness' | 'need', points: number) => ({ name, points, reasons: [] })
const components = [component('fit', 60), component('intent', 20), component('freshness', 3)]

describe('the need in a score', () => {
  test.each([
    ['a strong need', [2, 1, 0], 13.1, 'Reads like a need for such a product'],
    ['no need', [-2, -5, -6], -17.2, "Doesn't read like a need for such a product"],
  ] as const)('%s adds or takes points, after fit and intent', (_case, logits, points, text) => {
    const { score, components: all } = withNeed(components, logits)
    expect(all.map(({ name }) => name)).toEqual(['fit', 'intent', 'need', 'freshness'])
    expect(all[2]).toEqual({ name: 'need', points, reasons: [{ text, points, spans: [] }] })
    expect(score).toBeCloseTo(83 + points, 5)
  })

  test('replaces what was there before, and is left out where it is small', () => {
    const first = withNeed(components, [0, 0, 0])
    expect(withNeed(first.components, [2, 1, 0]).components).toHaveLength(4)
    expect(withNeed(first.components, [0, -1.96, -1.96])).toEqual({ score: 83, components })
  })
})

test('a product without a summary is read by its name', () => {
  const profile = { name: 'Deskbook', website: null, summary: ' ', keywords: ['crm', 'deals'], competitors: [] }
  expect(productTexts(profile)).toEqual({ summary: 'Deskbook', keywords: 'crm, deals', competitors: '' })
})
