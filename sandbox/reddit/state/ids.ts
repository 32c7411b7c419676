const secondMs = 1000
const dayMs = 86_400_000
/** The time of Reddit's first post, in seconds. */
const beginning = Date.UTC(2005, 5, 23) / secondMs
/** IDs per second: even ones for the community, odd ones for clients. */
const perSecond = 64

/** Assigns IDs to the community's things of a day. Reloading the day yields the same IDs. */
export class DayIds {
  #second = Number.NaN
  #next = 0

  at(time: number): number {
    const second = Math.floor(time / secondMs)
    this.#next = second === this.#second ? this.#next + 2 : firstId(second)
    this.#second = second
    return this.#next
  }
}

/**
 * Returns the next ID for a client's thing: above all previous ones, and odd so that it never collides with the
 * community's.
 */
export function nextOwnId(time: number, last: number): number {
  const next = Math.max(firstId(Math.floor(time / secondMs)), last + 1)
  return next % 2 === 1 ? next : next + 1
}

function firstId(second: number): number {
  return (second - beginning) * perSecond
}

/** Returns the day (since 1970) in which an ID was assigned. */
export function dayOfId(id: number): number {
  return Math.floor(((id / perSecond + beginning) * secondMs) / dayMs)
}

export function dayOf(time: number): number {
  return Math.floor(time / dayMs)
}
