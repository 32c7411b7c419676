const second = 1_000
const minute = 60 * second
const hour = 60 * minute

/** The waits after failed attempts, in ms. After the last one, an attempt is the final one. */
const waits = [5 * second, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 10 * hour]

/** How long a destination may fail before Earshot stops sending to it, in ms. */
const failingMost = 5 * 24 * hour

/** The longest wait that a receiver may ask for, in ms. */
const askedMost = 24 * hour

/**
 * Returns when to try again after this many failed attempts; null to give up. A receiver that asked for a longer wait, in
 * ms, gets it.
 */
export function nextAttemptAt(tries: number, now: Date, askedMs = 0): Date | null {
  const wait = waits[tries - 1]
  return wait === undefined ? null : new Date(now.getTime() + Math.max(wait, Math.min(askedMs, askedMost)))
}

/** Returns whether a destination has failed for too long. */
export function hasFailedTooLong(failingSince: Date, now: Date): boolean {
  return now.getTime() - failingSince.getTime() >= failingMost
}

/** Parses the header Retry-After: seconds or a date. Returns ms; 0 if it is missing or invalid. */
export function retryAfterMs(header: string | null, now: Date): number {
  if (header === null) return 0
  const ms = /^\s*\d{1,9}\s*$/.test(header) ? Number(header) * second : Date.parse(header) - now.getTime()
  return Number.isFinite(ms) && ms > 0 ? ms : 0
}
