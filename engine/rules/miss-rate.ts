/** How many dropped posts were leads, as a share with its interval, each from 0 to 1; null without reviews. */
export interface MissRate {
  reviewed: number
  leads: number
  rate: number | null
  low: number | null
  high: number | null
}

/** The quantile of the normal distribution for a 95 % interval. */
const z = 1.96

/**
 * Returns the share of leads among reviewed posts with its 95 % interval after Wilson, which also holds for few reviews
 * and for shares near 0.
 */
export function missRate(leads: number, reviewed: number): MissRate {
  if (reviewed === 0) return { reviewed, leads, rate: null, low: null, high: null }
  const rate = leads / reviewed
  const center = rate + z ** 2 / (2 * reviewed)
  const spread = z * Math.sqrt((rate * (1 - rate)) / reviewed + z ** 2 / (4 * reviewed ** 2))
  const scale = 1 + z ** 2 / reviewed
  return {
    reviewed,
    leads,
    rate,
    low: Math.max(0, (center - spread) / scale),
    high: Math.min(1, (center + spread) / scale),
  }
}
