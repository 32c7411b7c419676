import { type Day, dayAfter } from '../mentions/periods.ts'

/** Days of a period, or the first days of its whole months. */
export interface Part {
  unit: 'day' | 'month'
  first: Day
  last: Day
}

/** Splits a period into its whole months and the days before and after them. */
export function monthParts(from: Day, to: Day): Part[] {
  const begin = from.endsWith('-01') ? from : monthAfter(from)
  // The first day of the month that the period ends in the middle of.
  const end = `${dayAfter(to, 1).slice(0, 7)}-01`
  if (begin >= end) return [{ unit: 'day', first: from, last: to }]
  const parts: Part[] = [
    { unit: 'day', first: from, last: dayAfter(begin, -1) },
    { unit: 'month', first: begin, last: dayAfter(end, -1) },
    { unit: 'day', first: end, last: to },
  ]
  return parts.filter(({ first, last }) => first <= last)
}

function monthAfter(day: Day): Day {
  return `${dayAfter(`${day.slice(0, 7)}-01`, 31).slice(0, 7)}-01`
}
