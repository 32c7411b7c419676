import { type Purchase, passEnds } from './current.ts'

/** The time in which credits may be spent: from the start on, before the end. */
export interface CreditPeriod {
  start: Date
  end: Date
}

/**
 * The month of credits that `now` is in (DECISIONS 20): months begin at midnight UTC on the day of the month on which
 * the subscription started, on the last day where a month has no such day.
 */
export function creditPeriod(subscribedAt: Date, now: Date): CreditPeriod {
  const months =
    (now.getUTCFullYear() - subscribedAt.getUTCFullYear()) * 12 + now.getUTCMonth() - subscribedAt.getUTCMonth()
  const index = now < monthAfter(subscribedAt, months) ? months - 1 : months
  return { start: monthAfter(subscribedAt, index), end: monthAfter(subscribedAt, index + 1) }
}

/** A pass has its credits once. */
export function passCreditPeriod(purchase: Pick<Purchase, 'createdAt'>): CreditPeriod {
  return { start: purchase.createdAt, end: passEnds(purchase) }
}

function monthAfter(start: Date, months: number): Date {
  const [year, month] = [start.getUTCFullYear(), start.getUTCMonth() + months]
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return new Date(Date.UTC(year, month, Math.min(start.getUTCDate(), lastDay)))
}
