const minute = 60_000

/** A mail that nobody has taken in this time is given up. */
const patienceMs = 24 * 60 * minute
/** Minutes to wait after so many tries; then as the last. Greylisting ends within a few of them. */
const waits = [1, 2, 5, 10, 20, 40, 60]
/** A mail that may have been sent is not sent again before this. */
export const uncertainMs = 60 * minute
/** So often it may be handed over without a word about it: more would be too many copies. */
const handedMax = 3

/** When a mail that was not taken is tried again, after so many tries; null where that is enough. */
export function nextRetryAt({ tries, createdAt }: { tries: number; createdAt: Date }, now: Date): Date | null {
  const wait = waits[Math.min(tries, waits.length) - 1] ?? 1
  const at = new Date(now.getTime() + wait * minute)
  return at.getTime() - createdAt.getTime() > patienceMs ? null : at
}

/** When a mail of which nobody knows whether it was sent is sent again; null where that is enough. */
export function nextResendAt({ tries }: { tries: number }, now: Date): Date | null {
  return tries >= handedMax ? null : new Date(now.getTime() + uncertainMs)
}
