import type { Interval } from '../subscription/plans.ts'
import { dayMs, firstShowing, hourMs, mondayFrom, wallClock } from './wall-clock.ts'

/** When a project's finds are released: how often (its plan), and in which time zone (DECISIONS 21). */
export interface Schedule {
  interval: Interval
  timeZone: string
}

/** The result of checking a project's releases. */
export interface ReleaseStep {
  /** Whether all held finds are released now. */
  due: boolean
  /** The release that finds wait for afterwards. Null if they are released immediately. */
  releasesAt: Date | null
}

const hourOfRelease = 7 * hourMs
const daysBetween = { daily: 1, weekly: 7 } as const

/**
 * Returns the first release after `now`, which includes finds made at `now`: daily at 07:00, or weekly on Monday at
 * 07:00, in the project's time zone (DECISIONS 21). Returns `now` for immediate releases. If clocks skip 07:00, the
 * release is at the moment of the jump. If they show it twice, it is at the first. Throws RangeError for an unknown
 * zone.
 */
export function nextRelease({ interval, timeZone }: Schedule, now: Date): Date {
  if (interval === 'atOnce') return now
  const wall = wallClock(timeZone)
  const today = Math.floor(wall(now.getTime()) / dayMs)
  let date = interval === 'weekly' ? mondayFrom(today) : today
  let release = firstShowing(wall, date * dayMs + hourOfRelease)
  while (release <= now.getTime()) {
    date += daysBetween[interval]
    release = firstShowing(wall, date * dayMs + hourOfRelease)
  }
  return new Date(release)
}

/** Returns the first 07:00 on the 1st of a month after `now`, when SEO opportunities are updated (DECISIONS 21). */
export function nextMonthly(timeZone: string, now: Date): Date {
  const wall = wallClock(timeZone)
  const shown = new Date(wall(now.getTime()))
  const month = (later: number) =>
    firstShowing(wall, Date.UTC(shown.getUTCFullYear(), shown.getUTCMonth() + later, 1) + hourOfRelease)
  const current = month(0)
  return new Date(current > now.getTime() ? current : month(1))
}

/**
 * Checks a project's releases. Called each minute, and whenever its plan, access or time zone changes. `announced` is
 * the previous result, null at first. `schedule` is null without access.
 *
 * A change can bring an announced release forward, but never postpone it. Several missed releases become one. Without
 * access, nothing is released; overdue finds are released when access returns.
 */
export function releaseStep(announced: Date | null, schedule: Schedule | null, now: Date): ReleaseStep {
  if (schedule?.interval === 'atOnce') return { due: true, releasesAt: null }
  if (!schedule) return { due: false, releasesAt: announced ?? now }
  const next = nextRelease(schedule, now)
  if (!announced) return { due: false, releasesAt: next }
  if (announced <= now) return { due: true, releasesAt: next }
  return { due: false, releasesAt: next < announced ? next : announced }
}

/** Returns the instant at which a day ('YYYY-MM-DD') begins in a time zone. Throws RangeError for an unknown zone. */
export function startOfDay(day: string, timeZone: string): Date {
  return new Date(firstShowing(wallClock(timeZone), Date.parse(`${day}T00:00:00Z`)))
}

/** Returns when a range of days begins and ends in a time zone; both days are included. */
export function spanOfDays({ from, to }: { from: string; to: string }, timeZone: string): { starts: Date; ends: Date } {
  const after = new Date(Date.parse(`${to}T00:00:00Z`) + dayMs).toISOString().slice(0, 10)
  return { starts: startOfDay(from, timeZone), ends: startOfDay(after, timeZone) }
}

/** Returns the day ('YYYY-MM-DD') of an instant in a time zone, and when it ends. Throws RangeError for an unknown zone. */
export function dayIn(timeZone: string, now: Date): { day: string; ends: Date } {
  const date = Math.floor(wallClock(timeZone)(now.getTime()) / dayMs)
  const name = (days: number) => new Date(days * dayMs).toISOString().slice(0, 10)
  return { day: name(date), ends: startOfDay(name(date + 1), timeZone) }
}
