import type { Component } from './component.ts'

/** Returns the sum of the components, to one decimal. */
export function totalOf(components: readonly Component[]): number {
  return rounded(components.reduce((sum, component) => sum + component.points, 0))
}

/** Rounds points to one decimal, so that the displayed points add up to their total. */
export function rounded(points: number): number {
  return Math.round(points * 10) / 10 + 0
}
