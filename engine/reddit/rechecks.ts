/**
 * When a post is looked at again on Reddit, to see whether it is still there (DESIGN 4, forget). Times are milliseconds.
 */
const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** Classes of posts by how soon they are looked at: those that people are shown first, and among them the newest. */
export const urgencies = [0, 1, 2, 3, 4, 5] as const
export type Urgency = (typeof urgencies)[number]

/** Of each class, how long after one look the next is due: all leave time for a queue before the day is over. */
const intervals: Record<Urgency, number> = {
  0: 3 * hourMs,
  1: 8 * hourMs,
  2: 18 * hourMs,
  3: 8 * hourMs,
  4: 18 * hourMs,
  5: 20 * hourMs,
}

/** Of so many turns one goes to what has waited longest, whichever class it is of, so that none waits for ever. */
const turnsToOneForTheLast = 4

export interface Looked {
  /** Whether it stands in somebody's list. */
  isShown: boolean
  /** When it was written; null where unknown, which counts as long ago. */
  postedAt: number | null
}

export function urgencyOf({ isShown, postedAt }: Looked, now: number): Urgency {
  const age = postedAt === null ? Number.POSITIVE_INFINITY : now - postedAt
  const step = age < dayMs ? 0 : age < 7 * dayMs ? 1 : 2
  return urgencies[isShown ? step : 3 + step]!
}

/** When a post of a class is due that was last seen then. */
export function nextCheckAt(urgency: Urgency, seenAt: number): number {
  return seenAt + intervals[urgency]
}

/**
 * In which order the classes are asked for posts that are due, in one turn of many: the most urgent first, and every few
 * turns first the one whose post has waited longest. Those in which nothing is due are left out.
 */
export function turnOrder(turn: number, oldestDue: ReadonlyMap<Urgency, number>): Urgency[] {
  const waiting = urgencies.filter((urgency) => oldestDue.has(urgency))
  if (turn % turnsToOneForTheLast !== turnsToOneForTheLast - 1) return waiting
  return waiting.toSorted((a, b) => oldestDue.get(a)! - oldestDue.get(b)!)
}

/** What an answer leaves out is asked for again after so long, and is gone if it is left out again. */
export const absentRecheckMs = hourMs

/** After so long without being seen a feed's text goes, where nobody can look again. */
export const rssKeptMs = 2 * dayMs
