import type { Ending } from './read-stream.ts'

const firstMs = 1000
const longestMs = 10_000

/**
 * Returns the delay before reopening the stream after so many failures in a row (0: it was open until now). It is at
 * least the server's `retry`. `random` is from 0 to below 1 and spreads out the browsers.
 */
export function backOffMs(failures: number, { retryMs }: Ending, random: number): number {
  if (failures === 0 && retryMs !== null) return retryMs
  return Math.max(Math.min(longestMs, firstMs * 2 ** failures) * (0.5 + random), retryMs ?? 0)
}

/** Signed out, without access (402), or no longer a member. */
const refusals: ReadonlySet<number | null> = new Set([401, 402, 403, 404])

/** Returns whether the stream ended for good, so that retrying is pointless until access changes. */
export function isFinal({ why, status }: Ending): boolean {
  return why === 'end' || (why === 'refused' && refusals.has(status))
}
