import { dayMs, firstShowing, hourMs, mondayFrom, type WallClock, wallClock } from '../rules/wall-clock.ts'
import type { QuietHours, Rhythm, WorkingHours } from './alert-rule.ts'

/**
 * Returns when the digest of a find made now is due, which is the end of its window: at the next full hour, daily at
 * `time`, or weekly on Monday at `time`, in the project's time zone (DECISIONS 21). Null if the find is sent immediately.
 * If clocks skip the time, the digest is due at the moment of the jump; if they show it twice, at the first.
 */
export function digestDue(
  { rhythm, time, timeZone }: { rhythm: Rhythm; time: string; timeZone: string },
  now: Date,
): Date | null {
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

/** When a recipient may be alerted. */
export interface Limits {
  snoozedUntil: Date | null
  quietHours: QuietHours | null
  workingHours: WorkingHours | null
  /** The recipient's. */
  timeZone: string
}

/** What keeps an alert back. */
export type Delay = 'snoozed' | 'quietHours' | 'workingHours'

/** More steps than that mean that quiet hours cover all working hours. */
const stepsMax = 20

/**
 * Returns the first moment from `now` on at which a recipient may be alerted, and the first reason to wait; null if it is
 * now. If quiet hours cover all working hours, only working hours count.
 */
export function nextAllowed(limits: Limits, now: Date): { at: Date; delay: Delay | null } {
  const { snoozedUntil, quietHours, workingHours, timeZone } = limits
  const wall = wallClock(timeZone)
  let at = now.getTime()
  let delay: Delay | null = null
  const wait = (until: number, why: Delay) => {
    at = until
    delay ??= why
  }
  if (snoozedUntil && snoozedUntil > now) wait(snoozedUntil.getTime(), 'snoozed')
  for (let step = 0; step < stepsMax; step++) {
    const quietEnd = quietHours && quietEndAt(wall, quietHours, at)
    const opening = workingHours && openingAt(wall, workingHours, at)
    if (quietEnd !== null) wait(quietEnd, 'quietHours')
    else if (opening !== null) wait(opening, 'workingHours')
    else return { at: new Date(at), delay }
  }
  return nextAllowed({ ...limits, quietHours: null }, now)
}

/** Returns when the quiet hours around an instant end; null outside of them. */
function quietEndAt(wall: WallClock, { from, to }: QuietHours, at: number): number | null {
  const shown = wall(at)
  const date = Math.floor(shown / dayMs)
  const time = shown - date * dayMs
  const [start, end] = [clockMs(from), clockMs(to)]
  if (start < end) return time >= start && time < end ? endAfter(wall, date * dayMs + end, at) : null
  if (time >= start) return endAfter(wall, (date + 1) * dayMs + end, at)
  return time < end ? endAfter(wall, date * dayMs + end, at) : null
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
  const isWorkday = (date: number) => days.includes(((((date + 3) % 7) + 7) % 7) + 1)
  if (isWorkday(today) && time >= clockMs(from) && time < clockMs(to)) return null
  let date = time < clockMs(from) ? today : today + 1
  while (!isWorkday(date)) date++
  return endAfter(wall, date * dayMs + clockMs(from), at)
}

/** Converts a time such as 22:00 to ms since midnight. */
function clockMs(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return (hours * 60 + minutes) * 60_000
}
