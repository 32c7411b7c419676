import { agencyPlanOf, currentSubscription } from '#engine/subscription/current.ts'
import type { PlanKey } from '#engine/subscription/plans.ts'
import type { CurrentProject } from '#platform/contract/session.ts'
import type { SoldPlan, Subscription } from '../contract.ts'

/** Returns whether an agency's subscription pays for the project (SPEC 4). */
export function isAgencyClient(project: CurrentProject): boolean {
  return agencyPlanOf({ ...project, ownerIds: [] }) !== null
}

/** Returns the current one of the subscriptions that were fetched for a project (SPEC 4). */
export function currentOf(
  project: CurrentProject,
  userId: string,
  subscriptions: readonly Subscription[],
): Subscription | null {
  const facts = subscriptions.map((row) => ({
    ...row,
    projectId: isAgencyClient(project) ? null : project.id,
    userId: row.user?.id ?? null,
    createdAt: new Date(row.createdAt),
    row,
  }))
  return currentSubscription({ ...project, ownerIds: [userId] }, facts)?.row ?? null
}

/** Returns the plan of a subscription, by the id of its product or else by its name. */
export function planOfSubscription(
  plans: readonly SoldPlan[],
  { mainProductId, mainProductName }: Pick<Subscription, 'mainProductId' | 'mainProductName'>,
): SoldPlan | null {
  return (
    plans.find(({ productId }) => productId === mainProductId) ??
    plans.find(({ name }) => name === mainProductName) ??
    null
  )
}

/** Returns a plan as it is sold here, or null. */
export function planNamed(plans: readonly SoldPlan[], key: PlanKey | null): SoldPlan | null {
  return plans.find((plan) => plan.key === key) ?? null
}
