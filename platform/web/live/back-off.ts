import type { Ending } from './read-stream.ts'

const firstMs = 1000
const longestMs = 10_000

/**
 * How long to wait before the stream is opened again after so many failures in a row (0: it was open until just now).
 * What the server asked for is the least; `random` is from 0 to below 1, so that not all browsers come back at once.
 */
export function backOffMs(failures: number, { retryMs }: Ending, random: number): number {
  if (failures === 0 && retryMs !== null) return retryMs
  return Math.max(Math.min(longestMs, firstMs * 2 ** failures) * (0.5 + random), retryMs ?? 0)
}

/** Whether the answer means that one may not look, so that asking again helps nobody. */
export function isFinal({ why, status }: Ending): boolean {
  return why === 'end' || (why === 'refused' && (status === 401 || status === 403 || status === 404))
}
