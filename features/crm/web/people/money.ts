/** An amount in the smallest unit of its currency. */
export interface Money {
  value: number
  /** An ISO 4217 code. */
  currency: string
}

/** Returns an amount such as `$1,200` or `¥9,000`. Whole amounts have no decimals. */
export function moneyText({ value, currency }: Money): string {
  const format = formatOf(currency)
  return format.format(value / 10 ** digitsOf(currency))
}

/** Returns an amount as a field needs it, such as `1200` or `1200.50`. */
export function amountText({ value, currency }: Money): string {
  const digits = digitsOf(currency)
  const amount = value / 10 ** digits
  return Number.isInteger(amount) ? String(amount) : amount.toFixed(digits)
}

/** The most that the API takes, in the smallest unit. */
const valueMost = 1_000_000_000_000

/**
 * Returns an amount as typed, with or without separators of thousands, in the smallest unit of its currency; null if it
 * is none, negative, too much, or has more decimals than the currency.
 */
export function parseAmount(typed: string, currency: string): number | null {
  const digits = digitsOf(currency)
  const [, whole, decimals = ''] = /^(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d*))?$/.exec(typed.replace(/\s/g, '')) ?? []
  if (whole === undefined || decimals.length > digits) return null
  const value = Number(whole.replaceAll(',', '') + decimals.padEnd(digits, '0'))
  return value > valueMost ? null : value
}

/** Returns the sums of a list's amounts by currency, the largest number of amounts first. */
export function sumsOf(amounts: readonly { value: number | null; currency: string | null }[]): Money[] {
  const sums = new Map<string, { sum: number; count: number }>()
  for (const { value, currency } of amounts) {
    if (value === null || currency === null) continue
    const { sum, count } = sums.get(currency) ?? { sum: 0, count: 0 }
    sums.set(currency, { sum: sum + value, count: count + 1 })
  }
  return [...sums]
    .toSorted(([a, { count: ofA }], [b, { count: ofB }]) => ofB - ofA || (a < b ? -1 : 1))
    .map(([currency, { sum }]) => ({ value: sum, currency }))
}

/** Returns the codes of the currencies that the browser knows, the common ones first. */
export function currencies(): string[] {
  const common = ['USD', 'EUR', 'GBP', 'CAD', 'AUD', 'CHF', 'JPY', 'INR']
  return [...common, ...Intl.supportedValuesOf('currency').filter((code) => !common.includes(code))]
}

function formatOf(currency: string): Intl.NumberFormat {
  return new Intl.NumberFormat('en', { style: 'currency', currency, trailingZeroDisplay: 'stripIfInteger' })
}

function digitsOf(currency: string): number {
  return new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2
}
