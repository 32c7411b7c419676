import { expect, test } from 'vitest'
import type { Subscription } from './current.ts'
import { aProject, aSubscription } from './factories.ts'
import { canResume, refusalToBuy } from './may-buy.ts'
import type { PlanKey } from './plans.ts'

const client = aProject({ isAgencyProject: true, agencyPlan: 'growth' })
const agency = aSubscription({ projectId: null, mainProductName: 'Agency' })

test.each<[string, Partial<Parameters<typeof refusalToBuy>[0]>, RegExp | null]>([
  ['without a subscription', {}, null],
  ['after a canceled one', { subscriptions: [aSubscription({ status: 'canceled' })] }, null],
  ['after a canceled one, with the discount', { ...canceled(), reactivate: true }, null],
  ['with the discount, but nothing to come back to', { reactivate: true }, /was canceled/],
  ['beside an active one', { subscriptions: [aSubscription()] }, /already has/],
  ['beside a paused one', { subscriptions: [aSubscription({ status: 'paused' })] }, /already has/],
  ['beside an overdue one', { subscriptions: [aSubscription({ status: 'past_due' })] }, /already has/],
  ['beside one that ends soon', { subscriptions: [aSubscription({ scheduledChangeAction: 'cancel' })] }, /already has/],
  ["for an agency's client", { project: client }, /agency subscription/],
  ["for an agency's client, with its subscription", { project: client, subscriptions: [agency] }, /already has/],
  ["for an agency's client, a pass", { project: client, plan: 'pass' }, null],
  ["for an agency's client, Agency", { project: client, plan: 'agency' }, null],
])('buying a plan %s', (_what, overrides, refusal) => {
  const wish = { project: aProject(), subscriptions: [], plan: 'growth' as PlanKey, reactivate: false, ...overrides }
  const answer = refusalToBuy(wish)
  if (refusal) expect(answer).toMatch(refusal)
  else expect(answer).toBeNull()
})

function canceled(): { subscriptions: Subscription[] } {
  return { subscriptions: [aSubscription({ status: 'canceled' })] }
}

test.each<[Partial<Subscription>, boolean]>([
  [{ status: 'paused' }, true],
  [{ scheduledChangeAction: 'pause' }, true],
  [{ scheduledChangeAction: 'cancel' }, true],
  [{}, false],
  [{ status: 'past_due', scheduledChangeAction: 'cancel' }, false],
  [{ status: 'canceled' }, false],
])('a subscription with %j can be resumed: %s', (overrides, expected) => {
  expect(canResume(aSubscription(overrides))).toBe(expected)
})
