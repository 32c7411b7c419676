import type { Component, ScoreWeights } from '../score/component.ts'
import { replyWindowOf } from './reply-window.ts'

const day = 24 * 3_600_000

/** How much is twice as urgent: points of a component with more weight, and days since the post. */
const doubling = { points: 10, days: 14 } as const

/** The least chance that counts, in percent: the logarithm of 0 is infinite. */
const leastScore = 0.1

/** Every part counts as shipped. */
export const evenWeights: ScoreWeights = { fit: 1, intent: 1, window: 1 }

/** The parts of a lead that its urgency depends on. */
export interface UrgentLead {
  /** The chance, in percent. */
  score: number
  components: readonly Component[]
  /** In ms. */
  postedAt: number | null
}

/**
 * Returns the sort key of the default order: the chance times the reply window, as a logarithm, under a project's
 * weights. A lead loses half of its chance every two weeks; evergreen ones rank after all others, by chance. The key of
 * a post does not change while its window lasts, so that an index keeps the order. The database's function
 * set_urgency() does the same.
 */
export function urgencyOf({ score, components, postedAt }: UrgentLead, now: number, weights: ScoreWeights): number {
  const isEvergreen = replyWindowOf(postedAt, now) === 'evergreen'
  const days = postedAt === null || isEvergreen ? 0 : Math.min(postedAt, now) / day
  const more = (name: 'fit' | 'intent') => ((weights[name] - 1) * pointsOf(components, name)) / doubling.points
  return Math.log2(Math.max(score, leastScore)) + more('fit') + more('intent') + (weights.window * days) / doubling.days
}

function pointsOf(components: readonly Component[], name: Component['name']): number {
  return components.find((component) => component.name === name)?.points ?? 0
}
