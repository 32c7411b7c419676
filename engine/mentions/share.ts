/** How many days a share by day looks back on, since single days have too few mentions. */
export const shareDays = 7

/**
 * Returns the share of each name in the mentions of all of them, in percent, by period: over the last `window` periods.
 * Null if there are no mentions.
 */
export function sharesOf(counts: readonly (readonly number[])[], window: number): (number | null)[][] {
  const recent = counts.map((own) => own.map((_, at) => sumOf(own.slice(Math.max(0, at + 1 - window), at + 1))))
  const totals = (recent[0] ?? []).map((_, at) => sumOf(recent.map((own) => own[at]!)))
  return recent.map((own) =>
    own.map((count, at) => (totals[at] === 0 ? null : Math.round((count / totals[at]!) * 100))),
  )
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0)
}
