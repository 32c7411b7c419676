import type { Subscription } from './current.ts'
import type { BillingMode } from './plans.ts'

interface AgencyFacts {
  billing: BillingMode
  /** Whether the user is an internal admin with a confirmed address. */
  internalAdmin: boolean
  /** The subscriptions that the user pays whose product name contains 'Agency'. */
  subscriptions: readonly Pick<Subscription, 'status'>[]
}

/**
 * Returns why a user may take on client projects, or null if they may not: an Agency subscription must be active. One
 * that is past due only keeps the projects that it pays for already.
 */
export function agencyGround({ billing, internalAdmin, subscriptions }: AgencyFacts) {
  if (billing === 'off') return 'billingOff'
  if (internalAdmin) return 'internalAdmin'
  return subscriptions.some(({ status }) => status === 'active') ? 'subscription' : null
}

/** Returns whether a project has a subscription of its own that goes on, beside which an Agency one would be paid in vain. */
export function keepsOwnSubscription(
  projectId: string,
  subscriptions: readonly Pick<Subscription, 'projectId' | 'status' | 'mainProductName' | 'scheduledChangeAction'>[],
): boolean {
  return subscriptions.some(
    (each) =>
      each.projectId === projectId &&
      each.status !== 'canceled' &&
      each.scheduledChangeAction !== 'cancel' &&
      !each.mainProductName.includes('Agency'),
  )
}

/** Returns whether a user pays an Agency subscription that was bought for a project and isn't over. */
export function holdsAgency(
  { projectId, userId }: { projectId: string; userId: string },
  subscriptions: readonly Pick<Subscription, 'projectId' | 'userId' | 'status' | 'mainProductName'>[],
): boolean {
  return subscriptions.some(
    (each) =>
      each.projectId === projectId &&
      each.userId === userId &&
      each.status !== 'canceled' &&
      each.mainProductName.includes('Agency'),
  )
}
