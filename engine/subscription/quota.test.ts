import { describe, expect, test } from 'vitest'
import { aPass, aProject, aSubscription, facts } from './factories.ts'
import { type PlanKey, planOf } from './plans.ts'
import type { AccessFacts } from './project-access.ts'
import { entitlement, planOfProduct } from './quota.ts'

const client = aProject({ isAgencyProject: true, agencyPlan: 'professional' })
const agency = aSubscription({ mainProductId: 'pro_agency', mainProductName: 'Agency', projectId: null })

describe('a project is entitled to', () => {
  test.each<[string, Partial<AccessFacts>, PlanKey]>([
    ['its plan', { subscriptions: [aSubscription({})] }, 'growth'],
    ['its plan while a payment is past due', { subscriptions: [aSubscription({ status: 'past_due' })] }, 'growth'],
    ['its pass', { purchases: [aPass(1)] }, 'pass'],
    ['its plan rather than its pass', { subscriptions: [aSubscription({})], purchases: [aPass(1)] }, 'growth'],
    ['the plan that its agency chose', { project: client, subscriptions: [agency] }, 'professional'],
    [
      'the smallest plan for an unknown product',
      { subscriptions: [aSubscription({ mainProductId: 'x', mainProductName: 'X' })] },
      'startup',
    ],
    [
      'the smallest plan if it has an agency subscription of its own',
      { subscriptions: [{ ...agency, projectId: 'pipewell' }] },
      'startup',
    ],
  ])('%s', (_, overrides, plan) => {
    expect(entitlement(facts(overrides))).toMatchObject({ plan, quota: planOf(plan).quota })
  })

  test('everything with billing off or for an internal admin', () => {
    for (const overrides of [{ billing: 'off' }, { internalAdmin: true }] as const) {
      expect(entitlement(facts(overrides))).toMatchObject({ plan: null, quota: null })
    }
  })

  test('nothing without access', () => {
    const { plan, quota } = entitlement(facts())
    expect(plan).toBeNull()
    expect(quota).toMatchObject({ competitors: 0, keywords: 0, commentSuggestionCredits: 0, dailyDMs: 0 })
  })
})

test.each<[string, string, PlanKey | null]>([
  ['pro_growth', 'whatever', 'growth'],
  ['pro_01unknown', 'Professional', 'professional'],
  ['pro_01unknown', '3-Day Pass', 'pass'],
  ['pro_01unknown', 'Enterprise', null],
])('product %s named %s is plan %s', (mainProductId, mainProductName, plan) => {
  expect(planOfProduct({ mainProductId, mainProductName })).toBe(plan)
})

test("products are recognized by the operator's catalog", () => {
  const catalog = { pro: { productId: 'pro_01real' } }
  expect(planOfProduct({ mainProductId: 'pro_01real', mainProductName: 'Renamed' }, { catalog })).toBe('pro')
})
