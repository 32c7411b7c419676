import { dayMs, firstShowing, hourMs, mondayFrom, type WallClock, wallClock } from '../rules/wall-clock.ts'
import type { OwnQuietHours, QuietHours, Rhythm, WorkingHours } from './alert-rule.ts'

/** When digests are due. */
export interface Schedule {
  rhythm: Rhythm
  /** The time of day of daily and weekly digests. */
  time: string
  timeZone: string
}

/**
 * Returns when the digest of a find made now is due, which is the end of its window: at the next full hour, daily at
 * `time`, or weekly on Monday at `time`, in the schedule's time zone. Null if the find is sent immediately. If clocks
 * skip the time, the digest is due at the moment of the jump; if they show it twice, at the first.
 */
export function digestDue({ rhythm, time, timeZone }: Schedule, now: Date): Date | null {
  if (rhythm === 'immediately') return null
  const wall = wallClock(timeZone)
  const shown = wall(now.getTime())
  if (rhythm === 'hourly') return new Date(now.getTime() + hourMs - (((shown % hourMs) + hourMs) % hourMs))
  const today = Math.floor(shown / dayMs)
  const step = rhythm === 'weekly' ? 7 : 1
  let date = rhythm === 'weekly' ? mondayFrom(today) : today
  let due = firstShowing(wall, date * dayMs + clockMs(time))
  while (due <= now.getTime()) {
    date += step
    due = firstShowing(wall, date * dayMs + clockMs(time))
  }
  return new Date(due)
}

/** What a recipient chose for all rules. */
export interface DigestChoice {
  /** Their time of day for daily and weekly digests; null: as each rule says. */
  timeOfDay: string | null
  /** Null: they use the project's. */
  timeZone: string | null
}

/**
 * Returns the schedule of a rule for a recipient. It follows the project's time zone (DECISIONS 21), unless the recipient
 * chose a time for their digests, which is in their own.
 */
export function scheduleFor(rule: Schedule, { timeOfDay, timeZone }: DigestChoice): Schedule {
  const hasTime = rule.rhythm === 'daily' || rule.rhythm === 'weekly'
  if (timeOfDay === null || !hasTime) return rule
  return { rhythm: rule.rhythm, time: timeOfDay, timeZone: timeZone ?? rule.timeZone }
}

/** When a recipient may be alerted. */
export interface Limits {
  snoozedUntil: Date | null
  /** The rule's, like workingHours. */
  quietHours: QuietHours | null
  workingHours: WorkingHours | null
  /** The recipient's, for all rules. */
  ownQuietHours: OwnQuietHours | null
  /** The recipient's. */
  timeZone: string
}

/** What keeps an alert back. */
export type Delay = 'snoozed' | 'ownQuietHours' | 'quietHours' | 'workingHours'

/** More steps than that mean that quiet hours cover all working hours. */
const stepsMax = 30

/**
 * Returns the first moment from `now` on at which a recipient may be alerted, and the first reason to wait; null if it is
 * now. If they leave no time, the rule's quiet hours don't count, and then its working hours don't: the recipient's own
 * quiet hours always hold.
 */
export function nextAllowed(limits: Limits, now: Date): { at: Date; delay: Delay | null } {
  const { snoozedUntil, quietHours, workingHours, ownQuietHours, timeZone } = limits
  const wall = wallClock(timeZone)
  let at = now.getTime()
  let delay: Delay | null = null
  const wait = (until: number, why: Delay) => {
    at = until
    delay ??= why
  }
  if (snoozedUntil && snoozedUntil > now) wait(snoozedUntil.getTime(), 'snoozed')
  for (let step = 0; step < stepsMax; step++) {
    const ownQuietEnd = ownQuietHours && quietEndAt(wall, ownQuietHours, at)
    const quietEnd = quietHours && quietEndAt(wall, { ...quietHours, days: allDays }, at)
    const opening = workingHours && openingAt(wall, workingHours, at)
    if (ownQuietEnd !== null) wait(ownQuietEnd, 'ownQuietHours')
    else if (quietEnd !== null) wait(quietEnd, 'quietHours')
    else if (opening !== null) wait(opening, 'workingHours')
    else return { at: new Date(at), delay }
  }
  return nextAllowed({ ...limits, quietHours: null, workingHours: quietHours && workingHours }, now)
}

/** Returns when the quiet hours around an instant end; null outside of them. */
function quietEndAt(wall: WallClock, { days, from, to }: OwnQuietHours, at: number): number | null {
  const shown = wall(at)
  const today = Math.floor(shown / dayMs)
  const endsNextDay = to <= from
  for (const date of [today - 1, today]) {
    const end = (date + (endsNextDay ? 1 : 0)) * dayMs + clockMs(to)
    const isWithin = shown >= date * dayMs + clockMs(from) && shown < end
    if (isWithin && isOneOf(days, date)) return endAfter(wall, end, at)
  }
  return null
}

const allDays = [1, 2, 3, 4, 5, 6, 7]

/** Returns whether a date, in days since 1970, is one of these days of the week. */
function isOneOf(days: readonly number[], date: number): boolean {
  return days.includes(((((date + 3) % 7) + 7) % 7) + 1)
}

/** Returns the first instant after `at` at which clocks show a time: the second, if they show it twice and `at` lies between. */
function endAfter(wall: WallClock, shown: number, at: number): number {
  const end = firstShowing(wall, shown)
  return end > at ? end : at + (shown - wall(at))
}

/** Returns when the next working hours begin; null within them. */
function openingAt(wall: WallClock, { days, from, to }: WorkingHours, at: number): number | null {
  const shown = wall(at)
  const today = Math.floor(shown / dayMs)
  const time = shown - today * dayMs
  if (isOneOf(days, today) && time >= clockMs(from) && time < clockMs(to)) return null
  let date = time < clockMs(from) ? today : today + 1
  while (!isOneOf(days, date)) date++
  return endAfter(wall, date * dayMs + clockMs(from), at)
}

/** Converts a time such as 22:00 to ms since midnight. */
function clockMs(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return (hours * 60 + minutes) * 60_000
}
