import { type Purchase, passEnds } from './current.ts'

/** The period in which credits may be spent, end exclusive. */
export interface CreditPeriod {
  start: Date
  end: Date
}

/**
 * Returns the credit month that contains `now` (DECISIONS 20). Months start at midnight UTC on the day of the month on
 * which the subscription started, or on the last day of a shorter month.
 */
export function creditPeriod(subscribedAt: Date, now: Date): CreditPeriod {
  const months =
    (now.getUTCFullYear() - subscribedAt.getUTCFullYear()) * 12 + now.getUTCMonth() - subscribedAt.getUTCMonth()
  const index = now < monthAfter(subscribedAt, months) ? months - 1 : months
  return { start: monthAfter(subscribedAt, index), end: monthAfter(subscribedAt, index + 1) }
}

/** Returns the credit period of a pass, which gets its credits once. */
export function passCreditPeriod(purchase: Pick<Purchase, 'createdAt'>): CreditPeriod {
  return { start: purchase.createdAt, end: passEnds(purchase) }
}

function monthAfter(start: Date, months: number): Date {
  const [year, month] = [start.getUTCFullYear(), start.getUTCMonth() + months]
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return new Date(Date.UTC(year, month, Math.min(start.getUTCDate(), lastDay)))
}

/** The share of a period after which its use says something about the rest. */
const forecastFrom = 0.1

/** Returns how much will be used by the end of a period at the present rate; null early in the period. */
export function forecastOf(used: number, { start, end }: CreditPeriod, now: Date): number | null {
  const share = (now.getTime() - start.getTime()) / (end.getTime() - start.getTime())
  return share < forecastFrom ? null : Math.round(used / Math.min(share, 1))
}
