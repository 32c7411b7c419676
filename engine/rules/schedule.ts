import type { Interval } from '../subscription/plans.ts'

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

const second = 1000
const hour = 3_600_000
const day = 24 * hour
const hourOfRelease = 7 * hour
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
  const today = Math.floor(wall(now.getTime()) / day)
  let date = interval === 'weekly' ? mondayFrom(today) : today
  let release = firstShowing(wall, date * day + hourOfRelease)
  while (release <= now.getTime()) {
    date += daysBetween[interval]
    release = firstShowing(wall, date * day + hourOfRelease)
  }
  return new Date(release)
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

/** Returns the day ('YYYY-MM-DD') of an instant in a time zone, and when it ends. Throws RangeError for an unknown zone. */
export function dayIn(timeZone: string, now: Date): { day: string; ends: Date } {
  const date = Math.floor(wallClock(timeZone)(now.getTime()) / day)
  const name = (days: number) => new Date(days * day).toISOString().slice(0, 10)
  return { day: name(date), ends: startOfDay(name(date + 1), timeZone) }
}

/** Returns the first Monday from a date on, in days since January 1, 1970, a Thursday. */
function mondayFrom(date: number): number {
  const sinceMonday = (((date + 3) % 7) + 7) % 7
  return sinceMonday === 0 ? date : date + 7 - sinceMonday
}

/** Converts an instant to a zone's wall-clock time, in ms as if that time were UTC. */
type WallClock = (instant: number) => number

/** Returns the clock of a zone, based on Intl. Isn't cached, since misspelled names would fill a cache. */
function wallClock(timeZone: string): WallClock {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  return (instant) => {
    const shown = { year: 0, month: 0, day: 0, hour: 0, minute: 0, second: 0 }
    for (const { type, value } of format.formatToParts(instant)) {
      if (type in shown) Object.assign(shown, { [type]: Number(value) })
    }
    const whole = Date.UTC(shown.year, shown.month - 1, shown.day, shown.hour, shown.minute, shown.second)
    return whole + (instant - Math.floor(instant / second) * second)
  }
}

/** Returns the first instant at which clocks show `shown`, or a later time if they skip it. */
function firstShowing(wall: WallClock, shown: number): number {
  const guesses = [shown - day, shown + day].map((near) => shown - (wall(near) - near))
  const exact = guesses.filter((instant) => wall(instant) === shown)
  if (exact.length > 0) return Math.min(...exact)
  let [before, after] = [Math.min(...guesses), Math.max(...guesses)]
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2)
    if (wall(middle) < shown) before = middle
    else after = middle
  }
  return after
}
