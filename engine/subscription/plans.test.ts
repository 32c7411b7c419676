import { describe, expect, test } from 'vitest'
import {
  agencyPlans,
  type BillingCycle,
  type PlanKey,
  planKeys,
  planOf,
  plansOf,
  priceOf,
  sandboxCatalog,
  yearlySaving,
} from './plans.ts'

describe('prices', () => {
  test.each<[PlanKey, BillingCycle, number]>([
    ['startup', 'monthly', 1900],
    ['startup', 'yearly', 18_000],
    ['growth', 'monthly', 3900],
    ['growth', 'yearly', 37_200],
    ['professional', 'monthly', 7900],
    ['professional', 'yearly', 75_600],
    ['pro', 'monthly', 2900],
    ['pass', 'oneTime', 1200],
  ])('%s %s costs %i cents', (plan, cycle, amount) => {
    expect(priceOf(plan, cycle)).toEqual({ priceId: `pri_${plan}_${cycle}`, amount })
  })

  test('no other price exists', () => {
    const sold = plansOf().flatMap(({ key, prices }) => Object.keys(prices).map((cycle) => `${key} ${cycle}`))
    expect(sold).toHaveLength(8)
  })

  test.each([
    ['pro', 'yearly'],
    ['lifetime', 'oneTime'],
    ['starter', 'monthly'],
    ['agency', 'monthly'],
    ['pass', 'monthly'],
    ['growth', 'weekly'],
    ['free', 'monthly'],
    ['toString', 'monthly'],
    ['growth', 'constructor'],
  ])('%s %s throws PriceNotAvailable', (plan, cycle) => {
    const fault = { name: 'PriceNotAvailable', message: `No price for plan ${plan} and billing cycle ${cycle}` }
    expect(() => priceOf(plan, cycle)).toThrow(expect.objectContaining(fault))
  })

  test('pro is sold yearly only in development, where it saves nothing', () => {
    expect(priceOf('pro', 'yearly', { development: true }).amount).toBe(45_000)
    expect(yearlySaving(planOf('pro', { development: true }))).toBe(0)
  })

  describe('of a catalog', () => {
    const prices = { monthly: { priceId: 'pri_01' }, yearly: { priceId: 'pri_02', amount: 30_000 } }
    const options = {
      catalog: {
        growth: { productId: 'pro_01', prices },
        agency: { productId: 'pro_02', prices: { monthly: { priceId: 'pri_03', amount: 19_900 } } },
        lifetime: { productId: 'pro_03', prices: { oneTime: { priceId: 'pri_04' } } },
      },
    }

    test.each([
      ['growth', 'monthly', 'pri_01', 3900],
      ['growth', 'yearly', 'pri_02', 30_000],
      ['agency', 'monthly', 'pri_03', 19_900],
    ])('%s %s has the ID %s and costs %i cents', (plan, cycle, priceId, amount) => {
      expect(priceOf(plan, cycle, options)).toEqual({ priceId, amount })
    })

    test.each([
      ['startup', 'monthly'],
      ['lifetime', 'oneTime'],
    ])('%s %s is not for sale: the catalog lists no price, or no amount is known', (plan, cycle) => {
      expect(() => priceOf(plan, cycle, options)).toThrow('No price for plan')
    })
  })

  test('the sandbox sells every plan with a price, and Agency', () => {
    const amounts = (development: boolean) =>
      Object.fromEntries(
        plansOf({ catalog: sandboxCatalog(development) }).flatMap(({ key, prices }) =>
          Object.entries(prices).map(([cycle, { amount }]) => [`${key} ${cycle}`, amount]),
        ),
      )
    expect(amounts(false)).toMatchObject({ 'growth yearly': 37_200, 'agency monthly': 19_900 })
    expect(Object.keys(amounts(false))).toHaveLength(9)
    expect(amounts(true)).toEqual({ ...amounts(false), 'pro yearly': 45_000 })
  })

  test.each<[PlanKey, number]>([
    ['startup', 4800],
    ['growth', 9600],
    ['professional', 19_200],
    ['pro', 0],
    ['pass', 0],
  ])('paying %s yearly saves %i cents', (plan, cents) => {
    expect(yearlySaving(planOf(plan))).toBe(cents)
  })
})

test.each<[PlanKey, number, number, string, number, number, string]>([
  ['startup', 3, 20, 'weekly', 100, 30, 'weekly'],
  ['growth', 6, 40, 'daily', 300, 100, 'daily'],
  ['professional', 8, 60, 'daily', 500, 500, 'daily'],
  ['pro', 3, 20, 'weekly', 1000, 0, 'daily'],
  ['pass', 6, 40, 'atOnce', 300, 100, 'atOnce'],
  ['lifetime', 8, 60, 'daily', 500, 500, 'daily'],
  ['starter', 3, 20, 'weekly', 100, 30, 'weekly'],
])('%s has %i competitors, %i keywords %s, %i suggestions, %i messages, mentions %s', (plan, ...row) => {
  const [competitors, keywords, keywordsInterval, commentSuggestionCredits, dailyDMs, mentionsInterval] = row
  expect(planOf(plan).quota).toEqual({
    competitors,
    keywords,
    keywordsInterval,
    commentSuggestionCredits,
    dailyDMs,
    mentionsInterval,
  })
})

test('the plans are named as in the specification', () => {
  expect(plansOf().map(({ name }) => name)).toEqual([
    'Startup',
    'Growth',
    'Professional',
    'Pro',
    '3-Day Pass',
    'Lifetime',
    'Starter',
    'Agency',
  ])
})

test('growth and pro are marked as most popular', () => {
  expect(plansOf().flatMap(({ key, mostPopular }) => (mostPopular ? [key] : []))).toEqual(['growth', 'pro'])
})

test('a client project of an agency can have any plan with a quota except the pass', () => {
  const lasting = planKeys.filter((key) => planOf(key).quota !== null && key !== 'pass')
  expect(agencyPlans).toEqual(lasting)
})

test('features show the quota, only chat-app alerts are upcoming, and no messages are listed where none may be sent', () => {
  const { inbound, outbound, others } = planOf('growth').features
  expect(inbound.map(({ text }) => text)).toEqual([
    '6 tracked competitors',
    '40 tracked keywords',
    'New lead opportunities daily',
    'Competitor and brand mentions',
    'Monthly SEO opportunities',
    '300 AI-guided reply suggestions',
  ])
  expect(outbound.map(({ text }) => text)).toEqual(['100 automatic direct messages a day', 'CRM for private outreach'])
  expect(others.map(({ text }) => text)).toEqual(['Analytics insight dashboard', 'Email alerts', 'Chat-app alerts'])
  const upcoming = plansOf().map(({ features }) =>
    Object.values(features)
      .flat()
      .filter(({ coming }) => coming),
  )
  expect(upcoming).toEqual(planKeys.map(() => [{ text: 'Chat-app alerts', coming: true }]))
  expect(planOf('pro').features.outbound.map(({ text }) => text)).toEqual(['CRM for private outreach'])
  expect(planOf('agency').features.inbound[0]?.text).toBe('Tracked competitors')
})

test("a catalog's product ID replaces ours", () => {
  const catalog = { growth: { productId: 'pro_01abc' } }
  expect(planOf('growth', { catalog }).productId).toBe('pro_01abc')
  expect(planOf('pro', { catalog }).productId).toBe('pro_pro')
})

test("the sandbox's catalog has Agency beside the plans with a price", () => {
  const { agency, growth, lifetime } = sandboxCatalog(false)
  expect(agency).toEqual({
    productId: 'pro_agency',
    prices: { monthly: { priceId: 'pri_agency_monthly', amount: 19_900 } },
  })
  expect(growth?.prices?.yearly).toEqual({ priceId: 'pri_growth_yearly', amount: 37_200 })
  expect(lifetime?.prices).toEqual({})
})
