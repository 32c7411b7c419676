import { plansOf } from '#engine/subscription/plans.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import type { SoldPlans } from '../contract.ts'

/** Returns the plans as they are sold here, and whether they are. */
export async function readPlans({ billing, plans }: Ctx): Promise<SoldPlans> {
  return { billing, plans: plansOf(plans) }
}
