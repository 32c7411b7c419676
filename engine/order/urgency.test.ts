import { describe, expect, test } from 'vitest'
import type { Component, ScoreWeights } from '../score/component.ts'
import { evenWeights, urgencyOf } from './urgency.ts'

const day = 24 * 3_600_000
const now = Date.UTC(2026, 6, 1)
const fitAnd = (fit: number, intent: number): Component[] => [
  { name: 'fit', points: fit, reasons: [] },
  { name: 'intent', points: intent, reasons: [] },
]
const urgency = (score: number, age: number | null, components = fitAnd(0, 0), weights: Partial<ScoreWeights> = {}) =>
  urgencyOf({ score, components, postedAt: age === null ? null : now - age * day }, now, { ...evenWeights, ...weights })

describe('the default order', () => {
  test.each([
    ['a 3-day-old lead before a 30-day-old one with twice its chance', [40, 3], [80, 30]],
    ['a lead before one of the same day with less chance', [60, 2], [50, 2]],
    ['a better chance of last week before a poor one of today', [90, 7], [40, 0]],
    ['any recent lead before an evergreen one', [35, 89], [99, 90]],
    ['an evergreen lead before one with less chance, whatever their ages', [70, 4000], [60, 91]],
    ['a lead of unknown age as an evergreen one', [70, null], [60, 91]],
    ['a lead dated in the future as one of now', [60, 0], [59, -400]],
  ] as const)('has %s', (_case, [score, age], [otherScore, otherAge]) => {
    expect(urgency(score, age)).toBeGreaterThan(urgency(otherScore, otherAge))
  })

  test('does not change while a window lasts', () => {
    const lead = { score: 50, components: [], postedAt: now - 20 * day }
    expect(urgencyOf(lead, now + 60 * day, evenWeights)).toBe(urgencyOf(lead, now, evenWeights))
  })

  test('of a score of 0 is a number', () => {
    expect(urgency(0, 1)).toBeGreaterThan(urgency(0, 2))
  })
})

describe('the weights of a project', () => {
  const [fitting, asking] = [fitAnd(60, 0), fitAnd(0, 60)]

  test('of fit and intent change the order of leads that are alike otherwise', () => {
    expect(urgency(50, 1, fitting, { fit: 1.5 })).toBeGreaterThan(urgency(50, 1, asking, { fit: 1.5 }))
    expect(urgency(50, 1, fitting, { intent: 1.5 })).toBeLessThan(urgency(50, 1, asking, { intent: 1.5 }))
    expect(urgency(50, 1, fitting)).toBe(urgency(50, 1, asking))
  })

  test('can leave out the reply window', () => {
    expect(urgency(60, 4000, fitting, { window: 0 })).toBeGreaterThan(urgency(50, 0, fitting, { window: 0 }))
  })
})
