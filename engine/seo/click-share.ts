/**
 * The share of searches, in percent, in which people click the result at positions 1 to 10: averages of Google's results
 * pages by SISTRIX (2020, 80 million keywords; docs/decisions/0122).
 */
const byPosition = [28.5, 15.7, 11, 8, 7.2, 5.1, 4, 3.2, 2.8, 2.5] as const

/** Returns the average share of clicks at a position, in percent; null beyond the first page, where it isn't known. */
export function clickShare(position: number): number | null {
  return byPosition[position - 1] ?? null
}
