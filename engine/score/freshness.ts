import type { Component } from './component.ts'
import { freshnessSteps } from './weights.ts'

export interface Freshness {
  points: number
  /** The sentence shown for it. */
  text: string
  /** The instant (ms) at which it falls by a step; null where it no longer falls. */
  dueAt: number | null
}

/** Freshness in four steps (DESIGN 4). An unknown age counts as the oldest; a date in the future as now. */
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

/** The same judgement at a later instant: only the freshness component is made anew. */
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

/** A score is the sum of its components, each to one decimal. */
export function totalOf(components: readonly Component[]): number {
  return rounded(components.reduce((sum, component) => sum + component.points, 0))
}

/** Points have one decimal, so that what is shown adds up to what is stored. */
export function rounded(points: number): number {
  return Math.round(points * 10) / 10 + 0
}
