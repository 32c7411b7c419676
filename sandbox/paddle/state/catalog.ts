import { type BillingCycle, type Plan, type PlanKey, plansOf } from '#engine/subscription/plans.ts'
import type { Discount, Price, Product } from './wire.ts'

const created = { created_at: '2026-01-01T00:00:00.000000Z', updated_at: '2026-01-01T00:00:00.000000Z' }
const nothing = { custom_data: null, import_meta: null } as const

/** Earshot's own table has no price for agencies: operators agree on it. The sandbox sells it at 199 a month. */
const extraAmounts: Partial<Record<PlanKey, Partial<Record<BillingCycle, number>>>> = { agency: { monthly: 19_900 } }

const cycles = {
  monthly: { name: 'Monthly', cycle: { interval: 'month', frequency: 1 } },
  yearly: { name: 'Yearly', cycle: { interval: 'year', frequency: 1 } },
  oneTime: { name: 'One-time', cycle: null },
} as const

function pricesOf(plan: Plan): Price[] {
  const extra = extraAmounts[plan.key] ?? {}
  return (Object.keys(cycles) as BillingCycle[]).flatMap((key) => {
    const amount = plan.prices[key]?.amount ?? extra[key]
    if (amount === undefined) return []
    return {
      id: `pri_${plan.key}_${key}`,
      product_id: plan.productId,
      type: 'standard',
      name: cycles[key].name,
      description: `${plan.name}, ${cycles[key].name.toLowerCase()}`,
      billing_cycle: cycles[key].cycle,
      trial_period: null,
      tax_mode: 'account_setting',
      unit_price: { amount: String(amount), currency_code: 'USD' },
      unit_price_overrides: [],
      quantity: { minimum: 1, maximum: 1 },
      status: 'active',
      ...nothing,
      ...created,
    }
  })
}

// Includes prices that only `npm run dev` sells, because the same sandbox serves it.
const plans = plansOf({ development: true })

/** Everything for sale. IDs derive from our names of plans and billing cycles. */
export const prices: readonly Price[] = plans.flatMap(pricesOf)

export const products: readonly Product[] = plans
  .filter((plan) => prices.some(({ product_id }) => product_id === plan.productId))
  .map(({ productId, name, description }) => ({
    id: productId,
    name,
    description,
    type: 'standard',
    tax_category: 'saas',
    image_url: null,
    status: 'active',
    ...nothing,
    ...created,
  }))

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
