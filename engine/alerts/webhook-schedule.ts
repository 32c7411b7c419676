const second = 1_000
const minute = 60 * second
const hour = 60 * minute

/** The waits after failed attempts, in ms. After the last one, an attempt is the final one. */
const waits = [5 * second, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 10 * hour]

/** How long a destination may fail before Earshot stops sending to it, in ms. */
const failingMost = 5 * 24 * hour

/** Returns when to try again after this many failed attempts; null to give up. */
export function nextAttemptAt(tries: number, now: Date): Date | null {
  const wait = waits[tries - 1]
  return wait === undefined ? null : new Date(now.getTime() + wait)
}

/** Returns whether a destination has failed for too long. */
export function hasFailedTooLong(failingSince: Date, now: Date): boolean {
  return now.getTime() - failingSince.getTime() >= failingMost
}
