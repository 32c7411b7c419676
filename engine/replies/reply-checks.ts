/** When a posted reply is looked up on Reddit (docs/decisions/0114). Times are milliseconds. */
const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** The checks of a reply, in order. */
export const replyCheckSteps = ['tenMinutes', 'hour', 'day'] as const
export type ReplyCheckStep = (typeof replyCheckSteps)[number]

/** How long after its link was saved a reply is checked. */
export const replyCheckDelaysMs: Record<ReplyCheckStep, number> = {
  tenMinutes: 10 * minuteMs,
  hour: hourMs,
  day: 24 * hourMs,
}

/** Delays that double up to an hour: a check is given up after about half a day of failures. */
const retryMost = 16

/** Returns when to repeat a check after this many failures in a row; null if it is given up. */
export function replyCheckRetryAt(failures: number, now: number): number | null {
  if (failures > retryMost) return null
  return now + Math.min(2 ** (failures - 1) * minuteMs, hourMs)
}

/** A check this late says little about its time, so it isn't made anymore. */
export const replyCheckLateMostMs = 7 * 24 * hourMs

/**
 * The fewest replies, and the fewest customers other than the one who asks, whose replies make up the survival over all
 * projects. With fewer, one customer could learn about another.
 */
export const survivalLeast = { replies: 20, customers: 5 } as const

/** With fewer replies, a rate says too little. */
export const rateLeast = 5

/** Of the replies whose last check is made: how many are still shown, and how many were removed. */
export interface Survival {
  live: number
  removed: number
}

/** Returns the share of replies that stayed, in percent; null if there are too few to say. */
export function survivalPercent({ live, removed }: Survival): number | null {
  const replies = live + removed
  return replies < rateLeast ? null : Math.round((live / replies) * 100)
}
