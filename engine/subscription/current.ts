import { type AgencyPlan, agencyPlans, passHours } from './plans.ts'
import type { SubscriptionState } from './state.ts'

/** The parts of a project that determine its subscription. */
export interface BilledProject {
  id: string
  isAgencyProject: boolean
  agencyPlan: string | null
  /** The project's owners: an agency's subscription is theirs (DECISIONS 17). */
  ownerIds: readonly string[]
}

export interface Subscription extends SubscriptionState {
  id: string
  projectId: string | null
  /** Null if the account was deleted. */
  userId: string | null
  mainProductId: string
  mainProductName: string
  createdAt: Date
}

export interface Purchase {
  projectId: string
  createdAt: Date
}

/** Returns the plan that an agency chose for a client project; null for other projects. */
export function agencyPlanOf({ isAgencyProject, agencyPlan }: BilledProject): AgencyPlan | null {
  return isAgencyProject ? (agencyPlans.find((plan) => plan === agencyPlan) ?? null) : null
}

/**
 * Returns the most recent active subscription, otherwise the most recent one. An agency's client project with a plan
 * uses its owners' subscriptions whose product name contains 'Agency'; any other project uses its own (SPEC 4).
 */
export function currentSubscription<S extends Subscription>(
  project: BilledProject,
  subscriptions: readonly S[],
): S | null {
  const counts = agencyPlanOf(project)
    ? (each: S) => isOwners(project, each) && each.mainProductName.includes('Agency')
    : (each: S) => each.projectId === project.id
  const newestFirst = subscriptions.filter(counts).toSorted(byAge)
  return newestFirst.find(({ status }) => status === 'active') ?? newestFirst[0] ?? null
}

/** Returns the latest purchase of a project, or null. */
export function latestPurchase<P extends Purchase>(projectId: string, purchases: readonly P[]): P | null {
  const own = purchases.filter((each) => each.projectId === projectId)
  return own.reduce<P | null>((latest, each) => (latest && latest.createdAt >= each.createdAt ? latest : each), null)
}

/** Returns when a pass expires (DECISIONS 17). */
export function passEnds({ createdAt }: Pick<Purchase, 'createdAt'>): Date {
  return new Date(createdAt.getTime() + passHours * 3_600_000)
}

/** Returns whether a pass is still valid. */
export function isPassOpen(purchase: Pick<Purchase, 'createdAt'>, now: Date): boolean {
  return now < passEnds(purchase)
}

function isOwners({ ownerIds }: BilledProject, { userId }: Subscription): boolean {
  return userId !== null && ownerIds.includes(userId)
}

function byAge(a: Subscription, b: Subscription): number {
  return b.createdAt.getTime() - a.createdAt.getTime() || (a.id < b.id ? 1 : -1)
}
