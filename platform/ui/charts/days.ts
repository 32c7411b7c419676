/** A calendar day as 'YYYY-MM-DD', without time or time zone. */
export type Day = string

/** Both days are included. */
export interface DayRange {
  from: Day
  to: Day
}

export interface Preset {
  label: string
  range: DayRange
}

const format = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })

/** Returns whether a text is a day that exists. */
export function isDay(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`)
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(date.getTime()) && dayOf(date) === text
}

/** Returns the day `days` days later, or earlier if negative. */
export function addDays(day: Day, days: number): Day {
  const date = midnight(day)
  date.setUTCDate(date.getUTCDate() + days)
  return dayOf(date)
}

/** Returns the day of an instant in the reader's time zone. */
export function localDay(moment: Date): Day {
  const [year, month, day] = [moment.getFullYear(), moment.getMonth() + 1, moment.getDate()]
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}

/** Returns midnight of a day in the reader's time zone, as the calendar expects it. */
export function localMidnight(day: Day): Date {
  const date = midnight(day)
  return new Date(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate())
}

/** Returns the preset ranges; a month is a calendar month. */
export function presetsOf(today: Day): Preset[] {
  const monthStart = `${today.slice(0, 8)}01`
  const lastMonthEnd = addDays(monthStart, -1)
  return [
    { label: 'Today', range: { from: today, to: today } },
    { label: 'Last 7 days', range: { from: addDays(today, -6), to: today } },
    { label: 'Last 30 days', range: { from: addDays(today, -29), to: today } },
    { label: 'Last 90 days', range: { from: addDays(today, -89), to: today } },
    { label: 'This month', range: { from: monthStart, to: today } },
    { label: 'Last month', range: { from: `${lastMonthEnd.slice(0, 8)}01`, to: lastMonthEnd } },
  ]
}

/** Names a range: a preset, its days, or all time. */
export function rangeName(range: DayRange | null, today: Day): string {
  if (range === null) return 'All time'
  const preset = presetsOf(today).find((each) => each.range.from === range.from && each.range.to === range.to)
  return preset?.label ?? rangeText(range)
}

/** Formats a range: 'Nov 3 – 20, 2026'. */
export function rangeText({ from, to }: DayRange): string {
  return format.formatRange(midnight(from), midnight(to))
}

/** Formats a day: 'Nov 3, 2026'. */
export function dayText(day: Day): string {
  return format.format(midnight(day))
}

/** Returns why two days are not a valid range up to `last`, or undefined if they are. */
export function rangeFault({ from, to }: DayRange, last: Day): string | undefined {
  if (!isDay(from) || !isDay(to)) return 'Choose a first and last day'
  if (from > to) return 'The first day must be before the last'
  if (to > last) return `The last day can't be after ${dayText(last)}`
  return undefined
}

/** Returns midnight UTC of a day, in seconds since 1970. */
export function daySeconds(day: Day): number {
  return midnight(day).getTime() / 1000
}

function midnight(day: Day): Date {
  return new Date(`${day}T00:00:00Z`)
}

function dayOf(date: Date): Day {
  return date.toISOString().slice(0, 10)
}
