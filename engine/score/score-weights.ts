import type { Component, ScoreWeights } from './component.ts'

import { rounded, totalOf } from './freshness.ts'

/** Every component of a score counts as it is shipped. */
export const evenWeights: ScoreWeights = { fit: 1, intent: 1, freshness: 1, engagement: 1 }

/**
 * The components as they count for one project: points and reasons times the weight that it gives them (DESIGN 4).
 * What meaning and decisions add has no weight of its own.
 */
export function weighted(components: readonly Component[], weights: ScoreWeights): Component[] {
  return components.map((component) => {
    const { name, points, reasons } = component
    const weight = name === 'similarity' || name === 'feedback' ? 1 : weights[name]
    if (weight === 1) return component
    const scaled = reasons.map((reason) => ({ ...reason, points: rounded(reason.points * weight) }))
    return { name, points: rounded(points * weight), reasons: scaled }
  })
}

/** The score under a project's weights. */
export function weightedTotal(components: readonly Component[], weights: ScoreWeights): number {
  return totalOf(weighted(components, weights))
}
