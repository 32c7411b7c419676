import fitted from '../data/chance.json' with { type: 'json' }
import type { Component, Label } from './component.ts'
import { rounded, totalOf } from './points.ts'

/** How points become a chance: a logistic curve. */
export interface Calibration {
  intercept: number
  /** Per point. */
  slope: number
}

/** Fitted to all judgments by `bench fit`, with points from weights that don't know the product. */
const shipped: Calibration = fitted

/**
 * Returns the chance, in percent, that someone who makes the product would call a post a lead (DESIGN 4). It has one
 * decimal, so that the best leads differ.
 */
export function chanceOf(points: number, { intercept, slope }: Calibration = shipped): number {
  return rounded(100 / (1 + Math.exp(-(intercept + slope * points))))
}

/** Returns the points that have a chance. */
export function pointsOf(chance: number): number {
  return (Math.log(chance / (100 - chance)) - shipped.intercept) / shipped.slope
}

/** Returns the score of components: the chance that their points make. */
export function scoreOf(components: readonly Component[]): number {
  return chanceOf(totalOf(components))
}

/** The least chances, in percent, of the labels "wants it now" and "has the problem". */
export const leastChances = { wants: 65, problem: 35 } as const

/** Returns the label of a chance. `isOnTopic` decides between the labels that are no lead. */
export function labelOf(chance: number, isOnTopic: boolean): Label {
  if (chance >= leastChances.wants) return 3
  if (chance >= leastChances.problem) return 2
  return isOnTopic ? 1 : 0
}
