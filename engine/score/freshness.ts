import type { Component } from './component.ts'
import { freshnessSteps } from './weights.ts'

export interface Freshness {
  points: number
  /** The text shown for it. */
  text: string
  /** When it falls to the next step, in ms; null on the last step. */
  dueAt: number | null
}

/** Returns the freshness in four steps (DESIGN 4). An unknown age counts as the oldest, a date in the future as now. */
export function freshnessOf(postedAt: number | null, now: number): Freshness {
  const oldest = freshnessSteps.at(-1)!
  if (postedAt === null) return { points: oldest.points, text: 'Age unknown', dueAt: null }
  const age = now - postedAt
  const step = freshnessSteps.find(({ within }) => age < within) ?? oldest
  return {
    points: step.points,
    text: step.text,
    dueAt: Number.isFinite(step.within) ? postedAt + step.within : null,
  }
}

export function freshnessComponent({ points, text }: Freshness): Component {
  return { name: 'freshness', points, reasons: points === 0 ? [] : [{ text, points, spans: [] }] }
}

/** Updates the freshness component for a later time and keeps the others. */
export function refresh(
  components: readonly Component[],
  postedAt: number | null,
  now: number,
): { score: number; components: Component[]; dueAt: number | null } {
  const freshness = freshnessOf(postedAt, now)
  const renewed = components.map((component) =>
    component.name === 'freshness' ? freshnessComponent(freshness) : component,
  )
  return { score: totalOf(renewed), components: renewed, dueAt: freshness.dueAt }
}

/** Returns the sum of the components, to one decimal. */
export function totalOf(components: readonly Component[]): number {
  return rounded(components.reduce((sum, component) => sum + component.points, 0))
}

/** Rounds points to one decimal, so that the displayed points add up to the stored score. */
export function rounded(points: number): number {
  return Math.round(points * 10) / 10 + 0
}
