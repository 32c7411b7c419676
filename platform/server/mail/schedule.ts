const minute = 60_000

/** How long a mail is retried before it fails, in ms. */
const patienceMs = 24 * 60 * minute
/** Minutes to wait after each try; the last value repeats. Greylisting ends within the first few. */
const waits = [1, 2, 5, 10, 20, 40, 60]
/** How long a mail that may have been sent waits before it is sent again, in ms. */
export const uncertainMs = 60 * minute
/** The most times a mail is handed over without a reply. More would risk too many copies. */
const handedMax = 3

/** Returns when to retry a mail that was not accepted, or null to give up. */
export function nextRetryAt({ tries, createdAt }: { tries: number; createdAt: Date }, now: Date): Date | null {
  const wait = waits[Math.min(tries, waits.length) - 1] ?? 1
  const at = new Date(now.getTime() + wait * minute)
  return at.getTime() - createdAt.getTime() > patienceMs ? null : at
}

/** Returns when to resend a mail that may have been sent, or null to give up. */
export function nextResendAt({ tries }: { tries: number }, now: Date): Date | null {
  return tries >= handedMax ? null : new Date(now.getTime() + uncertainMs)
}
