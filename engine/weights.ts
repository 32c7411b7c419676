const hour = 3_600_000
const day = 24 * hour

/** Points by age, newest first; `within` in milliseconds (DESIGN 4: today, 3 days, 2 weeks, older). */
export const freshnessSteps: readonly { within: number; points: number; text: string }[] = [
  { within: day, points: 10, text: 'Posted today' },
  { within: 3 * day, points: 7, text: 'Posted in the last 3 days' },
  { within: 14 * day, points: 4, text: 'Posted in the last 2 weeks' },
  { within: Number.POSITIVE_INFINITY, points: 0, text: 'Older than 2 weeks' },
]
