import type { Component, ComponentName, ScoreWeights } from './component.ts'

import { rounded, totalOf } from './freshness.ts'

/** Every component counts as shipped. */
export const evenWeights: ScoreWeights = { fit: 1, intent: 1, freshness: 1, engagement: 1 }

/** The components whose points have weights; the others count as they are. */
const isWeighted = (name: ComponentName): name is keyof ScoreWeights => Object.hasOwn(evenWeights, name)

/** Multiplies points and reasons by a project's weights (DESIGN 4). */
export function weighted(components: readonly Component[], weights: ScoreWeights): Component[] {
  return components.map((component) => {
    const { name, points, reasons } = component
    const weight = isWeighted(name) ? weights[name] : 1
    if (weight === 1) return component
    const scaled = reasons.map((reason) => ({ ...reason, points: rounded(reason.points * weight) }))
    return { name, points: rounded(points * weight), reasons: scaled }
  })
}

/** Returns the score under a project's weights. */
export function weightedTotal(components: readonly Component[], weights: ScoreWeights): number {
  return totalOf(weighted(components, weights))
}
