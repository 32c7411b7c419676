import { type CreditPeriod, creditPeriod, passCreditPeriod } from '#engine/subscription/credits.ts'
import { currentSubscription, latestPurchase } from '#engine/subscription/current.ts'
import type { Quota } from '#engine/subscription/plans.ts'
import { ApiError } from '#platform/contract/errors.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { entitledFacts } from '../access.ts'

/** What a project may use, and when its credits renew. */
export interface Terms {
  /** Null means no limit. */
  quota: Quota | null
  /** The present period of its credits; null without a limit or without access. */
  period: CreditPeriod | null
  /** Whether another period follows. A pass has its credits once. */
  renews: boolean
}

/** Returns the terms of a project's plan (DECISIONS 20). Throws NotFoundError for an unknown project. */
export async function termsOf(ctx: Ctx, tx: Transaction, projectId: string): Promise<Terms> {
  const found = await entitledFacts(ctx, tx, projectId)
  if (!found) throw new ApiError('NotFoundError', 'Not Found')
  const { facts, entitled } = found
  const { access, quota } = entitled
  if (!access.granted) return { quota, period: null, renews: false }
  if (access.by === 'subscription') {
    const subscription = currentSubscription(facts.project, facts.subscriptions)
    return { quota, period: subscription && creditPeriod(subscription.createdAt, facts.now), renews: true }
  }
  if (access.by === 'grant' && facts.grant) {
    return { quota, period: { start: facts.grant.from, end: facts.grant.until }, renews: false }
  }
  const purchase = access.by === 'pass' ? latestPurchase(facts.project.id, facts.purchases) : null
  return { quota, period: purchase && passCreditPeriod(purchase), renews: false }
}
