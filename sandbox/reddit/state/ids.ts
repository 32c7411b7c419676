const secondMs = 1000
const dayMs = 86_400_000
/** Reddit's first post. */
const beginning = Date.UTC(2005, 5, 23) / secondMs
/** How many ids a second has: the even ones for what the community does, the odd ones for what clients do. */
const perSecond = 64

/** Gives the things that the community makes on a day their ids: the same whenever the day is told again. */
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

/** The next id of what a client makes: above all that were given out, and odd, so that it is never the community's. */
export function nextOwnId(time: number, last: number): number {
  const next = Math.max(firstId(Math.floor(time / secondMs)), last + 1)
  return next % 2 === 1 ? next : next + 1
}

function firstId(second: number): number {
  return (second - beginning) * perSecond
}

/** The day (since 1970) in which something got its id. */
export function dayOfId(id: number): number {
  return Math.floor(((id / perSecond + beginning) * secondMs) / dayMs)
}

export function dayOf(time: number): number {
  return Math.floor(time / dayMs)
}
