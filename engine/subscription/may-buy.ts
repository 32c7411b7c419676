import { agencyPlanOf, type BilledProject, currentSubscription, type Subscription } from './current.ts'
import type { PlanKey } from './plans.ts'
import { displayState, type SubscriptionState } from './state.ts'

interface Wish {
  project: BilledProject
  subscriptions: readonly Subscription[]
  plan: PlanKey
  /** With the discount for customers who come back. */
  reactivate: boolean
}

/** Returns why a plan can't be bought for a project, or null if it can. A second subscription would be paid in vain. */
export function refusalToBuy({ project, subscriptions, plan, reactivate }: Wish): string | null {
  const state = displayState(currentSubscription(project, subscriptions))
  if (state !== 'noSubscription' && state !== 'canceled') {
    return 'This project already has a subscription. Change its plan or resume it instead.'
  }
  if (agencyPlanOf(project) && plan !== 'agency' && plan !== 'pass') {
    return "This project's plan is part of an agency subscription. Renew that one instead."
  }
  if (reactivate && state !== 'canceled') return 'The discount is for projects whose subscription was canceled.'
  return null
}

/** Returns whether a subscription can be resumed: it is paused, or will be paused or canceled. */
export function canResume(subscription: SubscriptionState): boolean {
  return ['paused', 'scheduledPause', 'scheduledCancel'].includes(displayState(subscription))
}
