import { describe, expect, test } from 'vitest'
import {
  agencyPlans,
  type BillingCycle,
  type PlanKey,
  planKeys,
  planOf,
  plansOf,
  priceOf,
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

test('features show the quota, mark upcoming ones, and list no messages where none may be sent', () => {
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
  expect([...inbound, ...outbound, ...others].flatMap(({ text, coming }) => (coming ? [] : [text]))).toEqual([
    '6 tracked competitors',
    '40 tracked keywords',
    'New lead opportunities daily',
  ])
  expect(planOf('pro').features.outbound.map(({ text }) => text)).toEqual(['CRM for private outreach'])
  expect(planOf('agency').features.inbound[0]?.text).toBe('Tracked competitors')
})

test("the operator's ids replace ours where they are set", () => {
  const catalog = { growth: { productId: 'pro_01abc', prices: { monthly: 'pri_01abc' } } }
  const { productId, prices } = planOf('growth', { catalog })
  expect([productId, prices.monthly?.priceId, prices.yearly?.priceId]).toEqual([
    'pro_01abc',
    'pri_01abc',
    'pri_growth_yearly',
  ])
  expect(planOf('pro', { catalog }).productId).toBe('pro_pro')
})
