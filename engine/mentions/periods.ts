/** A calendar day as 'YYYY-MM-DD'. */
export type Day = string
export type PeriodUnit = 'day' | 'week'

/** A longer range is counted by week. */
const daysMost = 92

/** Returns the day `days` days later, or earlier if negative. */
export function dayAfter(day: Day, days: number): Day {
  return dayOf(numberOf(day) + days)
}

/** Returns all days from the first to the last. */
export function daysOf(from: Day, to: Day): Day[] {
  const first = numberOf(from)
  return Array.from({ length: Math.max(0, numberOf(to) - first + 1) }, (_, index) => dayOf(first + index))
}

/** Returns the unit by which a range is counted, and the first days of its periods: each day, or the Mondays. */
export function periodsOf(from: Day, to: Day): { unit: PeriodUnit; periods: Day[] } {
  const days = daysOf(from, to)
  if (days.length <= daysMost) return { unit: 'day', periods: days }
  return { unit: 'week', periods: [...new Set(days.map((day) => periodOf(day, 'week')))] }
}

/** Returns the first day of the period that contains a day. */
export function periodOf(day: Day, unit: PeriodUnit): Day {
  const number = numberOf(day)
  // January 1, 1970 was a Thursday.
  return unit === 'day' ? day : dayOf(number - ((((number + 3) % 7) + 7) % 7))
}

const dayMs = 24 * 3_600_000

function numberOf(day: Day): number {
  return Date.parse(`${day}T00:00:00Z`) / dayMs
}

function dayOf(number: number): Day {
  return new Date(number * dayMs).toISOString().slice(0, 10)
}
