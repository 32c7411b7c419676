import { type Day, dayAfter, periodOf } from '../mentions/periods.ts'
import { funnelSteps, type Grouping } from './metrics.ts'

/** A group or series of a chart. */
export interface Group {
  key: string
  label: string
}

interface Days {
  from: Day
  to: Day
}

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

const stepLabels = {
  found: 'Found',
  reviewed: 'Reviewed',
  replied: 'Replied',
  conversation: 'In conversation',
  won: 'Won',
} as const satisfies Record<(typeof funnelSteps)[number], string>

/**
 * Returns the groups of a grouping that has all of them, in order, for a period: times, hours, weekdays, and steps.
 * Returns null for others. Of more than `most` times, the last ones; `leftOut` is the number of the others.
 */
export function orderedGroups(
  grouping: Grouping,
  { from, to }: Days,
  most: number,
): { groups: Group[]; leftOut: number } | null {
  const all = (groups: Group[]) => ({ groups, leftOut: 0 })
  switch (grouping) {
    case 'day':
    case 'week':
    case 'month': {
      const last = startOf(grouping, to)
      const count = countBetween(grouping, startOf(grouping, from), last)
      const shown = Math.min(count, most)
      const groups = Array.from({ length: shown }, (_, index) => {
        const key = before(grouping, last, shown - 1 - index)
        return { key, label: timeLabel(grouping, key) }
      })
      return { groups, leftOut: count - shown }
    }
    case 'hour':
      return all(
        Array.from({ length: 24 }, (_, hour) => {
          const key = String(hour).padStart(2, '0')
          return { key, label: `${key}:00` }
        }),
      )
    case 'weekday':
      return all(weekdays.map((label, index) => ({ key: String(index + 1), label })))
    case 'step':
      return all(funnelSteps.map((key) => ({ key, label: stepLabels[key] })))
    default:
      return null
  }
}

/** Returns the period that another is compared with: the one that ends the day before, or a year earlier. */
export function comparedPeriod({ from, to }: Days, compare: 'before' | 'year'): Days {
  if (compare === 'year') return { from: yearBefore(from), to: yearBefore(to) }
  return { from: dayAfter(from, -countBetween('day', from, to)), to: dayAfter(from, -1) }
}

/** The same day a year before; for February 29, the 28th. */
function yearBefore(day: Day): Day {
  const year = String(Number(day.slice(0, 4)) - 1).padStart(4, '0')
  return day.endsWith('-02-29') ? `${year}-02-28` : `${year}${day.slice(4)}`
}

type Time = 'day' | 'week' | 'month'

function startOf(time: Time, day: Day): Day {
  return time === 'month' ? `${day.slice(0, 7)}-01` : periodOf(day, time)
}

/** Returns the number of periods from the one that begins on `first` to the one that begins on `last`. */
function countBetween(time: Time, first: Day, last: Day): number {
  if (time === 'month') return monthNumber(last) - monthNumber(first) + 1
  const days = (Date.parse(last) - Date.parse(first)) / 86_400_000
  return days / (time === 'week' ? 7 : 1) + 1
}

function before(time: Time, last: Day, count: number): Day {
  if (time !== 'month') return dayAfter(last, -count * (time === 'week' ? 7 : 1))
  const number = monthNumber(last) - count
  return `${String(Math.floor(number / 12)).padStart(4, '0')}-${String((number % 12) + 1).padStart(2, '0')}-01`
}

function monthNumber(day: Day): number {
  return Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1
}

const dayText = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })
const monthText = new Intl.DateTimeFormat('en-US', { month: 'short', year: 'numeric', timeZone: 'UTC' })

function timeLabel(time: Time, key: Day): string {
  const date = new Date(key)
  if (time === 'month') return monthText.format(date)
  return time === 'week' ? `Week of ${dayText.format(date)}` : dayText.format(date)
}
