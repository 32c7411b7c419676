import type { Books } from '../state/books.ts'
import { percentOf, productOf } from '../state/catalog.ts'
import { dayMs } from '../state/time.ts'
import type { Details, LineItem, Period, Price, Totals } from '../state/wire.ts'

/** One price of a transaction. */
export interface Line {
  price: Price
  /** Cents, if it isn't the price's own amount. */
  amount?: number
  proration?: { rate: string; billing_period: Period }
}

export interface Sum {
  lines: readonly Line[]
  discountId?: string | null
  /** Cents that the customer has left from earlier payments. */
  credit?: number
}

/** Returns the amounts of an unpaid transaction. There is no tax. */
export function detailsOf(books: Books, { lines, discountId = null, credit = 0 }: Sum): Details {
  const items = lines.map((line) => lineItemOf(books, line, percentOf(discountId)))
  const add = (key: keyof Totals) => items.reduce((sum, { totals }) => sum + Number(totals[key]), 0)
  const totals = totalsOf(add('subtotal'), add('discount'))
  const used = Math.min(credit, add('total'))
  const grand = String(add('total') - used)
  return {
    totals: {
      ...totals,
      credit: String(used),
      credit_to_balance: '0',
      balance: grand,
      grand_total: grand,
      grand_total_tax: '0',
      fee: null,
      earnings: null,
      currency_code: 'USD',
    },
    adjusted_totals: adjustedTotals(totals, grand),
    payout_totals: null,
    adjusted_payout_totals: null,
    tax_rates_used: [{ tax_rate: '0', totals }],
    line_items: items,
  }
}

function lineItemOf(books: Books, { price, amount, proration }: Line, percent: number): LineItem {
  const cents = amount ?? Number(price.unit_price.amount)
  const totals = totalsOf(cents, Math.round((cents * percent) / 100))
  return {
    id: books.id('txnitm'),
    price_id: price.id,
    quantity: 1,
    tax_rate: '0',
    unit_totals: totals,
    totals,
    product: productOf(price),
    proration: proration ?? null,
  }
}

function totalsOf(subtotal: number, discount: number): Totals {
  return { subtotal: String(subtotal), discount: String(discount), tax: '0', total: String(subtotal - discount) }
}

function adjustedTotals({ subtotal, tax, total }: Totals, grand: string): Details['adjusted_totals'] {
  return {
    subtotal,
    tax,
    total,
    grand_total: grand,
    grand_total_tax: '0',
    fee: null,
    earnings: null,
    currency_code: 'USD',
    retained_fee: '0',
  }
}

/** Fills in what Paddle keeps of a payment: 5 % and 50 cents. */
export function settle(details: Details): void {
  const grand = Number(details.totals.grand_total)
  const fee = grand === 0 ? 0 : Math.round(grand * 0.05) + 50
  Object.assign(details.totals, { balance: '0', fee: String(fee), earnings: String(grand - fee) })
  details.payout_totals = { ...details.totals, exchange_rate: '1', fee_rate: '0.05' }
}

/** The rest of a billing period, in whole days. A day that has begun counts as used up by what was paid before. */
export interface Rest {
  days: number
  of: number
}

/** Returns how much of a period is left at a time. */
export function restOf({ starts_at, ends_at }: Period, at: number): Rest {
  const [start, end] = [Date.parse(starts_at), Date.parse(ends_at)]
  const of = Math.round((end - start) / dayMs)
  return { days: Math.min(of, Math.max(0, Math.floor((end - at) / dayMs))), of }
}

/** Returns a rest's share of an amount, in whole cents. The real Paddle prorates by the minute. */
export function shareOf(cents: number, { days, of }: Rest): number {
  return Math.round((cents * days) / of)
}
