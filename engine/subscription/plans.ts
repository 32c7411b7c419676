/** The plans with their prices, quotas and features (SPEC 3, 9; DECISIONS 17, 18). Amounts are USD cents. */
export const planKeys = ['startup', 'growth', 'professional', 'pro', 'pass', 'lifetime', 'starter', 'agency'] as const
export type PlanKey = (typeof planKeys)[number]
export const billingCycles = ['monthly', 'yearly', 'oneTime'] as const
export type BillingCycle = (typeof billingCycles)[number]

/** How payment works (DECISIONS 3): not at all, against the sandbox, or for real. */
export const billingModes = ['off', 'sandbox', 'paddle'] as const
export type BillingMode = (typeof billingModes)[number]

/** How often leads and mentions are released (DECISIONS 21). */
export type Interval = 'atOnce' | 'daily' | 'weekly'

/** The limits of a plan. Credits are per month; a pass gets them once (DECISIONS 20). */
export interface Quota {
  competitors: number
  keywords: number
  keywordsInterval: Interval
  mentionsInterval: Interval
  commentSuggestionCredits: number
  dailyDMs: number
}

/** One feature of a plan; `coming` marks one that isn't available yet. */
export interface Feature {
  text: string
  coming: boolean
}
export interface Price {
  priceId: string
  /** USD cents. */
  amount: number
}
export interface Plan {
  key: PlanKey
  name: string
  description: string
  features: { inbound: Feature[]; outbound: Feature[]; others: Feature[] }
  mostPopular: boolean
  /** Null for the agency plan: each client project has the quota of its own plan. */
  quota: Quota | null
  productId: string
  prices: Partial<Record<BillingCycle, Price>>
}

/** The plans that a client project of an agency may have. */
export const agencyPlans = ['startup', 'growth', 'professional', 'pro', 'lifetime', 'starter'] as const
export type AgencyPlan = (typeof agencyPlans)[number]

/** How long a pass lasts, in hours (SPEC 9). */
export const passHours = 72
const startup: Quota = {
  competitors: 3,
  keywords: 20,
  keywordsInterval: 'weekly',
  mentionsInterval: 'weekly',
  commentSuggestionCredits: 100,
  dailyDMs: 30,
}
const growth: Quota = {
  competitors: 6,
  keywords: 40,
  keywordsInterval: 'daily',
  mentionsInterval: 'daily',
  commentSuggestionCredits: 300,
  dailyDMs: 100,
}
const professional: Quota = {
  competitors: 8,
  keywords: 60,
  keywordsInterval: 'daily',
  mentionsInterval: 'daily',
  commentSuggestionCredits: 500,
  dailyDMs: 500,
}
const pro: Quota = {
  competitors: 3,
  keywords: 20,
  keywordsInterval: 'weekly',
  mentionsInterval: 'daily',
  commentSuggestionCredits: 1000,
  dailyDMs: 0,
}
const pass: Quota = { ...growth, keywordsInterval: 'atOnce', mentionsInterval: 'atOnce' }
interface Offer {
  name: string
  description: string
  mostPopular?: true
  quota: Quota | null
  amounts: Partial<Record<BillingCycle, number>>
}
const offers: Record<PlanKey, Offer> = {
  startup: {
    name: 'Startup',
    description: 'For your first product: new leads every week.',
    quota: startup,
    amounts: { monthly: 1900, yearly: 18_000 },
  },
  growth: {
    name: 'Growth',
    description: 'For a growing product: new leads every day.',
    mostPopular: true,
    quota: growth,
    amounts: { monthly: 3900, yearly: 37_200 },
  },
  professional: {
    name: 'Professional',
    description: 'For teams that sell through conversations: the most keywords, replies, and messages.',
    quota: professional,
    amounts: { monthly: 7900, yearly: 75_600 },
  },
  pro: {
    name: 'Pro',
    description: 'For people who reply a lot in public and send no direct messages.',
    mostPopular: true,
    quota: pro,
    amounts: { monthly: 2900 },
  },
  pass: {
    name: '3-Day Pass',
    description: 'All Growth features for three days, with new leads delivered immediately. No renewal.',
    quota: pass,
    amounts: { oneTime: 1200 },
  },
  lifetime: {
    name: 'Lifetime',
    description: 'All Professional features for a one-time payment.',
    quota: professional,
    amounts: {},
  },
  starter: {
    name: 'Starter',
    description: 'Our original plan, for existing customers.',
    quota: startup,
    amounts: {},
  },
  agency: {
    name: 'Agency',
    description: 'One subscription for all your client projects, each with its own plan.',
    quota: null,
    amounts: {},
  },
}

/** Sold only under `npm run dev` (SPEC 9). */
const developmentAmounts: Partial<Record<PlanKey, Offer['amounts']>> = { pro: { yearly: 45_000 } }

/** A plan at the payment provider: its product, and the price and amount of each billing cycle that is for sale. */
interface CatalogPlan {
  productId: string
  prices?: Partial<Record<BillingCycle, CatalogPrice>> | undefined
}
interface CatalogPrice {
  priceId: string
  /** USD cents; by default the amount of SPEC 9. */
  amount?: number | undefined
}
/** The operator's account at the payment provider. */
export type Catalog = Partial<Record<PlanKey, CatalogPlan>>
export interface PlanOptions {
  /** With a catalog, only its prices are for sale. Without one, IDs are derived from our names. */
  catalog?: Catalog | undefined
  /** True under `npm run dev`. */
  development?: boolean | undefined
}

/** Returns a plan as it is sold here. */
export function planOf(key: PlanKey, { catalog, development = false }: PlanOptions = {}): Plan {
  const { name, description, mostPopular = false, quota, amounts } = offers[key]
  const usual = development ? { ...amounts, ...developmentAmounts[key] } : amounts
  const prices: Plan['prices'] = {}
  for (const cycle of billingCycles) {
    const listed = catalog ? catalog[key]?.prices?.[cycle] : { priceId: `pri_${key}_${cycle}` }
    const amount = listed?.amount ?? usual[cycle]
    if (listed && amount !== undefined) prices[cycle] = { priceId: listed.priceId, amount }
  }
  const productId = catalog?.[key]?.productId ?? `pro_${key}`
  return { key, name, description, features: featuresOf(quota), mostPopular, quota, productId, prices }
}

/** Returns the catalog of the sandbox: every plan with a price, under IDs from our names, and Agency (DECISIONS 17). */
export function sandboxCatalog(development: boolean): Catalog {
  const agency: CatalogPlan = {
    productId: 'pro_agency',
    prices: { monthly: { priceId: 'pri_agency_monthly', amount: 19_900 } },
  }
  const plans = plansOf({ development }).map(({ key, productId, prices }) => [key, { productId, prices }] as const)
  return { ...Object.fromEntries(plans), agency }
}

/** Returns all plans in display order. */
export function plansOf(options?: PlanOptions): Plan[] {
  return planKeys.map((key) => planOf(key, options))
}

/** Thrown if a plan has no price for a billing cycle. */
export class PriceNotAvailable extends Error {
  override readonly name = 'PriceNotAvailable'

  constructor(plan: string, cycle: string) {
    super(`No price for plan ${plan} and billing cycle ${cycle}`)
  }
}

/** Returns the price of a plan for a billing cycle, both as sent by a client. Throws PriceNotAvailable (SPEC 5). */
export function priceOf(plan: string, cycle: string, options?: PlanOptions): Price {
  const key = planKeys.find((known) => known === plan)
  const known = billingCycles.find((each) => each === cycle)
  const price = key && known && planOf(key, options).prices[known]
  if (!price) throw new PriceNotAvailable(plan, cycle)
  return price
}

/** Returns the cents that paying yearly saves per year; 0 if it saves nothing or one of the prices doesn't exist. */
export function yearlySaving({ prices }: Plan): number {
  if (!prices.monthly || !prices.yearly) return 0
  return Math.max(0, 12 * prices.monthly.amount - prices.yearly.amount)
}

/** Returns the features of a plan; without a quota, those of every plan, without numbers. */
function featuresOf(quota: Quota | null): Plan['features'] {
  const counted = (count: number | undefined, text: string) =>
    count === undefined ? capitalized(text) : `${count} ${text}`
  const rhythm = quota ? { atOnce: ' immediately', daily: ' daily', weekly: ' weekly' }[quota.keywordsInterval] : ''
  const there = (text: string): Feature => ({ text, coming: false })
  const sendsMessages = quota === null || quota.dailyDMs > 0
  return {
    inbound: [
      there(counted(quota?.competitors, 'tracked competitors')),
      there(counted(quota?.keywords, 'tracked keywords')),
      there(`New lead opportunities${rhythm}`),
      there('Competitor and brand mentions'),
      there('Monthly SEO opportunities'),
      there(counted(quota?.commentSuggestionCredits, 'AI-guided reply suggestions')),
    ],
    outbound: [
      ...(sendsMessages
        ? [there(quota ? `${quota.dailyDMs} automatic direct messages a day` : 'Automatic direct messages')]
        : []),
      there('CRM for private outreach'),
    ],
    others: [
      there('Analytics insight dashboard'),
      there('Email alerts'),
      // SPEC 1 marks them so, and by default they are off (CHAT_ALERTS).
      { text: 'Chat-app alerts', coming: true },
    ],
  }
}
function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
