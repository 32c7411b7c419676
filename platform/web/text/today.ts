import type { Day } from '../../ui/charts/days.ts'

/** Returns the day of an instant in a time zone. */
export function todayIn(timeZone: string, now: Date): Day {
  const format = new Intl.DateTimeFormat('en', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
  const parts = Object.fromEntries(format.formatToParts(now).map(({ type, value }) => [type, value]))
  return `${parts.year}-${parts.month}-${parts.day}`
}
