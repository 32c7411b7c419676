import { agencyGround, holdsAgency, keepsOwnSubscription } from '#engine/subscription/agency.ts'
import { ApiError } from '#platform/contract/errors.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { signedInId } from '#platform/server/permissions/signed-in.ts'
import { agencySubscriptionsOf, entitledFacts, isInternalAdmin } from './access.ts'

/** Returns why the actor may take on client projects; null if they may not. */
export async function agencyGroundOf(ctx: Ctx, tx: Transaction): Promise<ReturnType<typeof agencyGround>> {
  const { billing } = ctx
  if (billing === 'off') return agencyGround({ billing, internalAdmin: false, subscriptions: [] })
  const subscriptions = await agencySubscriptionsOf(tx, signedInId(ctx))
  return agencyGround({ billing, internalAdmin: await isInternalAdmin(ctx, tx), subscriptions })
}

/** Throws ConflictError unless the actor may take on client projects. */
export async function requireAgency(ctx: Ctx, tx: Transaction): Promise<void> {
  if ((await agencyGroundOf(ctx, tx)) !== null) return
  const message = 'Client projects need an active Agency subscription. Choose the Agency plan for one of your projects.'
  throw new ApiError('ConflictError', message)
}

/** Throws ConflictError if a project has a subscription of its own, which would be paid in vain. */
export async function requireNoOwnSubscription(ctx: Ctx, tx: Transaction, projectId: string): Promise<void> {
  if (ctx.billing === 'off') return
  const found = await entitledFacts(ctx, tx, projectId)
  if (!found || !keepsOwnSubscription(projectId, found.facts.subscriptions)) return
  const message = "This project has its own subscription. Cancel it first so that you don't pay twice."
  throw new ApiError('ConflictError', message)
}

/** Returns whether the actor's Agency subscription was bought for a project. */
export async function isAgencyBoughtFor(ctx: Ctx, tx: Transaction, projectId: string): Promise<boolean> {
  const userId = signedInId(ctx)
  return holdsAgency({ projectId, userId }, await agencySubscriptionsOf(tx, userId))
}
