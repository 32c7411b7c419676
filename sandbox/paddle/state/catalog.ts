import type { Discount, Price, Product } from './wire.ts'

const created = { created_at: '2026-01-01T00:00:00.000000Z', updated_at: '2026-01-01T00:00:00.000000Z' }
const nothing = { custom_data: null, import_meta: null } as const

const cycles = {
  monthly: { name: 'Monthly', cycle: { interval: 'month', frequency: 1 } },
  yearly: { name: 'Yearly', cycle: { interval: 'year', frequency: 1 } },
  oneTime: { name: 'One-time', cycle: null },
} as const
type CycleKey = keyof typeof cycles

interface Offer {
  key: string
  name: string
  /** Cents. */
  amounts: Partial<Record<CycleKey, number>>
}

/**
 * The account's catalog, entered as an operator would in Paddle's dashboard. IDs derive from our keys of plans and
 * billing cycles, such as pri_growth_monthly. Includes a price that only `npm run dev` sells (pro, yearly) and one for
 * agencies, which Earshot's plan table lacks.
 */
const offers: readonly Offer[] = [
  { key: 'startup', name: 'Startup', amounts: { monthly: 1900, yearly: 18_000 } },
  { key: 'growth', name: 'Growth', amounts: { monthly: 3900, yearly: 37_200 } },
  { key: 'professional', name: 'Professional', amounts: { monthly: 7900, yearly: 75_600 } },
  { key: 'pro', name: 'Pro', amounts: { monthly: 2900, yearly: 45_000 } },
  { key: 'pass', name: '3-Day Pass', amounts: { oneTime: 1200 } },
  { key: 'agency', name: 'Agency', amounts: { monthly: 19_900 } },
]

export const products: readonly Product[] = offers.map(({ key, name }) => ({
  id: `pro_${key}`,
  name,
  description: `Earshot ${name}`,
  type: 'standard',
  tax_category: 'saas',
  image_url: null,
  status: 'active',
  ...nothing,
  ...created,
}))

export const prices: readonly Price[] = offers.flatMap(({ key, name, amounts }) =>
  (Object.entries(amounts) as [CycleKey, number][]).map(
    ([cycle, amount]): Price => ({
      id: `pri_${key}_${cycle}`,
      product_id: `pro_${key}`,
      type: 'standard',
      name: cycles[cycle].name,
      description: `${name}, ${cycles[cycle].name.toLowerCase()}`,
      billing_cycle: cycles[cycle].cycle,
      trial_period: null,
      tax_mode: 'account_setting',
      unit_price: { amount: String(amount), currency_code: 'USD' },
      unit_price_overrides: [],
      quantity: { minimum: 1, maximum: 1 },
      status: 'active',
      ...nothing,
      ...created,
    }),
  ),
)

/** Discounts hold for the first payment. */
export const discounts: readonly Discount[] = [
  discount('dsc_reactivation', 'Reactivation', '20', null),
  discount('dsc_welcome10', 'Welcome', '10', 'WELCOME10'),
]

function discount(id: string, description: string, amount: string, code: string | null): Discount {
  return {
    id,
    status: 'active',
    description,
    enabled_for_checkout: code !== null,
    code,
    type: 'percentage',
    mode: 'standard',
    amount,
    currency_code: null,
    recur: false,
    maximum_recurring_intervals: null,
    usage_limit: null,
    restrict_to: null,
    expires_at: null,
    times_used: 0,
    discount_group_id: null,
    ...nothing,
    ...created,
  }
}

export function priceOf(id: string): Price | undefined {
  return prices.find((price) => price.id === id)
}

/** Returns how many percent a discount takes off. */
export function percentOf(discountId: string | null): number {
  return Number(discounts.find(({ id }) => id === discountId)?.amount ?? 0)
}

export function productOf(price: Price): Product {
  return products.find(({ id }) => id === price.product_id)!
}
