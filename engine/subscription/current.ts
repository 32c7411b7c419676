import { type AgencyPlan, agencyPlans, passHours } from './plans.ts'
import type { SubscriptionState } from './state.ts'

/** What decides about a project's subscription. */
export interface BilledProject {
  id: string
  isAgencyProject: boolean
  agencyPlan: string | null
  /** Those who own it: an agency's subscription is theirs (DECISIONS 17). */
  ownerIds: readonly string[]
}

export interface Subscription extends SubscriptionState {
  id: string
  projectId: string | null
  /** Null where the account is gone. */
  userId: string | null
  mainProductId: string
  mainProductName: string
  createdAt: Date
}

export interface Purchase {
  projectId: string
  createdAt: Date
}

/** The plan that an agency has chosen for a client project; null where the project is none of an agency's. */
export function agencyPlanOf({ isAgencyProject, agencyPlan }: BilledProject): AgencyPlan | null {
  return isAgencyProject ? (agencyPlans.find((plan) => plan === agencyPlan) ?? null) : null
}

/**
 * The most recent active subscription, otherwise the most recent: of the project, or for an agency's project with an
 * agency plan of its owners, of those whose product name contains 'Agency' (SPEC 4).
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

/** The latest purchase of a project; null where there is none. */
export function latestPurchase<P extends Purchase>(projectId: string, purchases: readonly P[]): P | null {
  const own = purchases.filter((each) => each.projectId === projectId)
  return own.reduce<P | null>((latest, each) => (latest && latest.createdAt >= each.createdAt ? latest : each), null)
}

/** Until when a pass opens its project (DECISIONS 17). */
export function passEnds({ createdAt }: Pick<Purchase, 'createdAt'>): Date {
  return new Date(createdAt.getTime() + passHours * 3_600_000)
}

/** Whether a pass opens its project now. */
export function isPassOpen(purchase: Pick<Purchase, 'createdAt'>, now: Date): boolean {
  return now < passEnds(purchase)
}

function isOwners({ ownerIds }: BilledProject, { userId }: Subscription): boolean {
  return userId !== null && ownerIds.includes(userId)
}

function byAge(a: Subscription, b: Subscription): number {
  return b.createdAt.getTime() - a.createdAt.getTime() || (a.id < b.id ? 1 : -1)
}
