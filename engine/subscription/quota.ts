import { agencyPlanOf, currentSubscription, type Subscription } from './current.ts'
import { type PlanKey, type PlanOptions, planKeys, planOf, type Quota } from './plans.ts'
import { type AccessFacts, type ProjectAccess, projectAccess } from './project-access.ts'

/** The plan and quota of a project. */
export interface Entitlement {
  access: ProjectAccess
  /** Null with billing off, for internal admins, and without access. */
  plan: PlanKey | null
  /** Null means no limit. */
  quota: Quota | null
}

const nothing: Quota = {
  competitors: 0,
  keywords: 0,
  keywordsInterval: 'weekly',
  mentionsInterval: 'weekly',
  commentSuggestionCredits: 0,
  dailyDMs: 0,
}

/**
 * Returns the plan and quota of a project (DECISIONS 17): no limit with billing off or for an internal admin, and a
 * quota of 0 without access.
 */
export function entitlement(facts: AccessFacts, options: PlanOptions = {}): Entitlement {
  const access = projectAccess(facts)
  if (!access.granted) return { access, plan: null, quota: nothing }
  if (access.by === 'billingOff' || access.by === 'internalAdmin') return { access, plan: null, quota: null }
  const plan = access.by === 'subscription' ? subscribedPlan(facts, options) : 'pass'
  return { access, plan, quota: planOf(plan, options).quota }
}

/**
 * Returns the subscribed plan. An unknown product counts as the smallest plan until the operator's catalog names it.
 */
function subscribedPlan({ project, subscriptions }: AccessFacts, options: PlanOptions): PlanKey {
  const chosen = agencyPlanOf(project)
  if (chosen) return chosen
  const subscription = currentSubscription(project, subscriptions)
  const plan = subscription && planOfProduct(subscription, options)
  return plan && planOf(plan, options).quota ? plan : 'startup'
}

/** Returns the plan of a subscription's main product, by its id or else by its name. */
export function planOfProduct(
  { mainProductId, mainProductName }: Pick<Subscription, 'mainProductId' | 'mainProductName'>,
  options: PlanOptions = {},
): PlanKey | null {
  const plans = planKeys.map((key) => planOf(key, options))
  const found =
    plans.find(({ productId }) => productId === mainProductId) ?? plans.find(({ name }) => name === mainProductName)
  return found?.key ?? null
}
