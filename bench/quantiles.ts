/** The value below which the share `q` (0 to 1) of all values lies; NaN of none. */
export function quantile(values: readonly number[], q: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  if (sorted.length === 0) return Number.NaN
  return sorted[Math.min(sorted.length - 1, Math.ceil(q * sorted.length) - 1)] ?? sorted[0]!
}

/** The middle of several runs, so that one that was disturbed does not speak for all. */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5)
}
