/** A range of days ('YYYY-MM-DD'); both are included. */
export interface DayRange {
  from: string
  to: string
}

const dayMs = 86_400_000

/** Returns the range of the same length that ends the day before. */
export function daysBefore({ from, to }: DayRange): DayRange {
  const [first, last] = [Date.parse(`${from}T00:00:00Z`), Date.parse(`${to}T00:00:00Z`)]
  const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)
  return { from: dayOf(first - (last - first) - dayMs), to: dayOf(first - dayMs) }
}
