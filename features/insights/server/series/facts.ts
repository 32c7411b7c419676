import type { SQL } from 'drizzle-orm'
import type { Grouping, Metric } from '#engine/insights/metrics.ts'

/** What a chart counts and how. */
export interface Asked {
  metric: Metric
  groupBy: Grouping
  breakdown: Grouping | null
}

/**
 * Rows to add up: `g` and `s` (the keys of group and series), `n` (what is counted, or measured), `of` (of how many),
 * and `spelled` (the community as posts spell it, or null). `how`: the sum of n, the percentage of n in `of`, or the
 * median of n.
 */
export interface Facts {
  rows: SQL
  how: 'sum' | 'percent' | 'median'
}

/** Returns whether a chart has a grouping. */
export function has({ groupBy, breakdown }: Asked, ...groupings: readonly Grouping[]): boolean {
  return groupings.some((each) => each === groupBy || each === breakdown)
}
