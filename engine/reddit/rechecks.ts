/** When to check again whether a post is still on Reddit (DESIGN 4, forget). Times are milliseconds. */
const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** Classes of posts by urgency: shown posts first, and the newest first among them. */
export const urgencies = [0, 1, 2, 3, 4, 5] as const
export type Urgency = (typeof urgencies)[number]

/** The time between two checks, by class. All leave time for a queue before the day is over. */
const intervals: Record<Urgency, number> = {
  0: 3 * hourMs,
  1: 8 * hourMs,
  2: 18 * hourMs,
  3: 8 * hourMs,
  4: 18 * hourMs,
  5: 20 * hourMs,
}

/** One run in this many starts with the longest-waiting class, so that none waits forever. */
const turnsToOneForTheLast = 4

export interface Looked {
  /** Whether it is on a user's list. */
  isShown: boolean
  /** When it was posted; null if unknown, which counts as long ago. */
  postedAt: number | null
}

export function urgencyOf({ isShown, postedAt }: Looked, now: number): Urgency {
  const age = postedAt === null ? Number.POSITIVE_INFINITY : now - postedAt
  const step = age < dayMs ? 0 : age < 7 * dayMs ? 1 : 2
  return urgencies[isShown ? step : 3 + step]!
}

/** Returns when a post of a class that was last seen at `seenAt` is due. */
export function nextCheckAt(urgency: Urgency, seenAt: number): number {
  return seenAt + intervals[urgency]
}

/**
 * Returns the order in which a run looks for due posts: the most urgent class first, or every few runs the class with
 * the longest-waiting post. Classes with nothing due are left out.
 */
export function turnOrder(turn: number, oldestDue: ReadonlyMap<Urgency, number>): Urgency[] {
  const waiting = urgencies.filter((urgency) => oldestDue.has(urgency))
  if (turn % turnsToOneForTheLast !== turnsToOneForTheLast - 1) return waiting
  return waiting.toSorted((a, b) => oldestDue.get(a)! - oldestDue.get(b)!)
}

/** A post missing from an answer is requested again after this time, and is gone if it is missing again. */
export const absentRecheckMs = hourMs

/** How long the text of a post from RSS is kept unseen when it can't be checked. */
export const rssKeptMs = 2 * dayMs
