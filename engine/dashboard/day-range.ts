/** A range of days ('YYYY-MM-DD'); both are included. */
export interface DayRange {
  from: string
  to: string
}

const dayMs = 86_400_000

/** How many days the dashboard covers unless asked for others. */
const defaultDays = 30

/** Returns a range whose missing ends are those of the last 30 days. */
export function rangeOrLast(
  { from, to }: { from?: string | undefined; to?: string | undefined },
  today: string,
): DayRange {
  const last = to ?? (from !== undefined && from > today ? from : today)
  return { from: from ?? dayOf(Date.parse(`${last}T00:00:00Z`) - (defaultDays - 1) * dayMs), to: last }
}

/** Returns the range of the same length that ends the day before. */
export function daysBefore({ from, to }: DayRange): DayRange {
  const [first, last] = [Date.parse(`${from}T00:00:00Z`), Date.parse(`${to}T00:00:00Z`)]
  return { from: dayOf(first - (last - first) - dayMs), to: dayOf(first - dayMs) }
}

function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10)
}
