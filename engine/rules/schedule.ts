import type { Interval } from '../subscription/plans.ts'

/** When a project's finds are released: how often (its plan), and where its days begin (DECISIONS 21). */
export interface Schedule {
  interval: Interval
  timeZone: string
}

/** What a look at a project's releases comes to. */
export interface ReleaseStep {
  /** Whether all that is held is released now. */
  due: boolean
  /** The release that what is held afterwards waits for; null: what is found is released at once. */
  releasesAt: Date | null
}

const second = 1000
const hour = 3_600_000
const day = 24 * hour
const hourOfRelease = 7 * hour
const daysBetween = { daily: 1, weekly: 7 } as const

/**
 * The first release after `now`, and so the one that what is found at `now` belongs to: daily at 07:00, weekly on
 * Monday at 07:00, in the project's time zone (DECISIONS 21); `now` itself where it is at once. Where clocks jump over
 * 07:00 it is the moment of the jump, where they show it twice the first of both. Throws RangeError for an unknown zone.
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
 * A look at a project's releases, each minute and whenever its plan, access or time zone changes. `standing` is what
 * the last look answered, null before the first; `schedule` is null while there is no access.
 *
 * A release that was told of stands: a change can bring it forward, never put it off. Several that were missed are one.
 * Without access nothing is released, and what should have been is due once access is there.
 */
export function releaseStep(standing: Date | null, schedule: Schedule | null, now: Date): ReleaseStep {
  if (schedule?.interval === 'atOnce') return { due: true, releasesAt: null }
  if (!schedule) return { due: false, releasesAt: standing ?? now }
  const next = nextRelease(schedule, now)
  if (!standing) return { due: false, releasesAt: next }
  if (standing <= now) return { due: true, releasesAt: next }
  return { due: false, releasesAt: next < standing ? next : standing }
}

/** Days are counted from 1 January 1970, which was a Thursday. */
function mondayFrom(date: number): number {
  const sinceMonday = (((date + 3) % 7) + 7) % 7
  return sinceMonday === 0 ? date : date + 7 - sinceMonday
}

/** What a zone's clocks show at an instant, as the milliseconds at which those of UTC show the same. */
type WallClock = (instant: number) => number

/** Intl, since no library of the project knows zones. A formatter a call: kept by name, misspelt names would pile up. */
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

/** The first instant at which the clocks show `shown` or later, where they jump over it. */
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
