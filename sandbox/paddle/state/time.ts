import type { Cycle } from './wire.ts'

export const dayMs = 86_400_000

/** Formats ms since 1970 as Paddle does, with microseconds. */
export function instant(ms: number, microseconds = 0): string {
  return new Date(ms).toISOString().replace('Z', `${String(microseconds).padStart(3, '0')}Z`)
}

/**
 * Returns the end of the nth period after a start. Months keep the start's day where they have it, else they end on
 * their last day: January 31, February 28, March 31.
 */
export function afterPeriods(start: string, { interval, frequency }: Cycle, count: number): string {
  const from = new Date(start)
  const months = count * frequency * (interval === 'year' ? 12 : 1)
  const to = new Date(start)
  to.setUTCDate(1)
  to.setUTCMonth(from.getUTCMonth() + months)
  const lastDay = new Date(Date.UTC(to.getUTCFullYear(), to.getUTCMonth() + 1, 0)).getUTCDate()
  to.setUTCDate(Math.min(from.getUTCDate(), lastDay))
  return instant(to.getTime())
}
