import type { BillingCycle } from '#engine/subscription/plans.ts'
import { type DisplayState, displayState } from '#engine/subscription/state.ts'
import type { SoldPlan, Subscription } from '../../contract.ts'
import { planOfSubscription } from '../current.ts'

/** What a click on a plan does, or why it does nothing. */
export type Choice =
  | { kind: 'current' }
  | { kind: 'buy' | 'change'; billingCycle: BillingCycle }
  | { kind: 'closed'; reason: string }

/** Returns why no plan can be chosen in a state, or null (SPEC 4). */
export function whyClosed(state: DisplayState): string | null {
  return reasons[state] ?? null
}

const reasons: Partial<Record<DisplayState, string>> = {
  past_due: 'Update your payment method before you change your plan.',
  paused: 'Resume your subscription before you change your plan.',
  scheduledPause: 'Keep your subscription active before you change your plan.',
  scheduledCancel: 'Keep your subscription active before you change your plan.',
}

/** Returns what can be done with a plan that is billed by this cycle. A pass is always paid once. */
export function choiceOf(
  plan: SoldPlan,
  cycle: 'monthly' | 'yearly',
  subscription: Subscription | null,
  plans: readonly SoldPlan[],
): Choice {
  const billingCycle = plan.prices.oneTime ? 'oneTime' : cycle
  if (!plan.prices[billingCycle]) return { kind: 'closed', reason: missingPrice[cycle] }
  const state = displayState(subscription)
  const isOpen = state !== 'noSubscription' && state !== 'canceled'
  if (!subscription || !isOpen) return { kind: 'buy', billingCycle }
  if (billingCycle === 'oneTime') return { kind: 'closed', reason: 'You already have a subscription.' }
  const isSame = planOfSubscription(plans, subscription)?.key === plan.key
  if (isSame && subscription.billingCycle === billingCycle) return { kind: 'current' }
  return { kind: 'change', billingCycle }
}

const missingPrice = { monthly: 'This plan is billed yearly only.', yearly: 'This plan is billed monthly only.' }
