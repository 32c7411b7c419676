import { expect, test } from 'vitest'
import { plansOf } from '#engine/subscription/plans.ts'
import type { Subscription } from '../../contract.ts'
import { aSubscription } from '../factories.ts'
import { choiceOf } from './choice.ts'

const plans = plansOf()
const none = null
const active = aSubscription()
const paused = aSubscription({ status: 'paused' })
const canceled = aSubscription({ status: 'canceled' })

test.each<[string, 'monthly' | 'yearly', string, Subscription | null, object]>([
  ['growth', 'monthly', 'without a subscription', none, { kind: 'buy', billingCycle: 'monthly' }],
  ['growth', 'yearly', 'without a subscription', none, { kind: 'buy', billingCycle: 'yearly' }],
  ['growth', 'monthly', 'after a cancellation', canceled, { kind: 'buy', billingCycle: 'monthly' }],
  ['growth', 'monthly', 'with Growth, monthly', active, { kind: 'current' }],
  ['growth', 'yearly', 'with Growth, monthly', active, { kind: 'change', billingCycle: 'yearly' }],
  ['professional', 'monthly', 'with Growth, monthly', active, { kind: 'change', billingCycle: 'monthly' }],
  ['growth', 'monthly', 'while Growth is paused', paused, { kind: 'current' }],
  ['pro', 'yearly', 'without a subscription', none, { kind: 'closed', reason: 'This plan is billed monthly only.' }],
  ['pass', 'yearly', 'without a subscription', none, { kind: 'buy', billingCycle: 'oneTime' }],
  ['pass', 'monthly', 'with Growth, monthly', active, { kind: 'closed', reason: 'You already have a subscription.' }],
])('the plan %s, %s, %s', (key, cycle, _, subscription, choice) => {
  expect(choiceOf(plans.find((plan) => plan.key === key)!, cycle, subscription, plans)).toEqual(choice)
})
