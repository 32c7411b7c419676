const second = 1000
export const hourMs = 3_600_000
export const dayMs = 24 * hourMs

/** Converts an instant to a zone's wall-clock time, in ms as if that time were UTC. */
export type WallClock = (instant: number) => number

/**
 * Returns the clock of a zone, based on Intl. Isn't cached, since misspelled names would fill a cache. Throws RangeError
 * for an unknown zone.
 */
export function wallClock(timeZone: string): WallClock {
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
export function firstShowing(wall: WallClock, shown: number): number {
  const guesses = [shown - dayMs, shown + dayMs].map((near) => shown - (wall(near) - near))
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

/** Returns the first Monday from a date on, in days since January 1, 1970, a Thursday. */
export function mondayFrom(date: number): number {
  const sinceMonday = (((date + 3) % 7) + 7) % 7
  return sinceMonday === 0 ? date : date + 7 - sinceMonday
}
