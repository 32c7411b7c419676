import { useEffect, useState } from 'react'
import { type DayRange, rangeOrLast } from '#engine/dashboard/day-range.ts'
import { dayIn } from '#engine/rules/schedule.ts'
import { isDay } from '#platform/ui/charts/days.ts'

/** Returns the range in an address. A missing or invalid one counts as the last 30 days. */
export function rangeIn(params: URLSearchParams, today: string): DayRange {
  const [from, to] = [params.get('from') ?? '', params.get('to') ?? '']
  return isDay(from) && isDay(to) && from <= to ? { from, to } : rangeOrLast({}, today)
}

/** Returns the query of an address with a range; that of the default is empty, so that it moves on with the days. */
export function rangeParams(range: DayRange, today: string): URLSearchParams {
  const usual = rangeOrLast({}, today)
  const isDefault = range.from === usual.from && range.to === usual.to
  return new URLSearchParams(isDefault ? {} : { ...range })
}

/** Returns today in a time zone, and the next day once it begins. */
export function useToday(timeZone: string): string {
  const [now, setNow] = useState(Date.now)
  const { day, ends } = dayIn(timeZone, new Date(now))
  const endsAt = ends.getTime()
  useEffect(() => {
    const timer = setTimeout(() => setNow(Date.now()), Math.max(0, endsAt - Date.now()) + 1000)
    return () => clearTimeout(timer)
  }, [endsAt])
  return day
}
