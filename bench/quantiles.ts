/** Returns the value below which the share `q` (0 to 1) of all values lies, or NaN without values. */
export function quantile(values: readonly number[], q: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  if (sorted.length === 0) return Number.NaN
  return sorted[Math.min(sorted.length - 1, Math.ceil(q * sorted.length) - 1)] ?? sorted[0]!
}

/** Returns the median of several runs, which a single disturbed run doesn't change. */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5)
}
