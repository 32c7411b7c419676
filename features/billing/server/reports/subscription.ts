import { sql } from 'drizzle-orm'
import type { BillingCycle, PlanOptions } from '#engine/subscription/plans.ts'
import { planOfProduct } from '#engine/subscription/quota.ts'
import { statusOf } from '#engine/subscription/state.ts'
import { announce } from '#platform/server/announce.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import type { PaddleSubscription } from '../paddle/wire.ts'
import { subscription } from '../tables.ts'
import {
  checkoutOf,
  type Effect,
  isLater,
  latest,
  markPaid,
  planChanged,
  type Report,
  subscriptionBy,
} from './report.ts'

/** Writes a subscription as reported. Its first report has to name a checkout of ours. */
export async function applySubscription(
  ctx: Ctx,
  tx: Transaction,
  data: PaddleSubscription,
  report: Report,
): Promise<Effect> {
  const status = statusOf(data.status)
  if (status === null) return 'ignored'
  const known = await subscriptionBy(tx, data.id)
  const begun = known ? null : await checkoutOf(tx, data.custom_data)
  const owner = known ?? begun
  if (!owner) return 'unknown'
  const { projectId, userId } = owner
  const checkoutId = known ? known.checkoutId : (begun?.id ?? null)
  const now = ctx.now()
  const reported = {
    status,
    ...scheduledChangeOf(data),
    ...mainProductOf(data, ctx.plans),
    nextBilledAt: data.next_billed_at ? new Date(data.next_billed_at) : null,
    ...report,
    updatedAt: now,
  }
  const written = await tx
    .insert(subscription)
    .values({
      projectId,
      id: ctx.id(),
      userId,
      providerId: data.id,
      checkoutId,
      createdAt: new Date(data.created_at),
      ...reported,
    })
    .onConflictDoUpdate({
      target: subscription.providerId,
      set: { ...reported, ...latest(subscription) },
      setWhere: isLater(subscription, report),
    })
    .returning({ id: subscription.id })
  if (written.length === 0) return 'older'
  if (begun) await markPaid(ctx, tx, projectId, checkoutId)
  if (known && isSamePlan(known, reported)) {
    await announce(ctx, tx, 'billing', [projectId])
  } else {
    const names = [known?.mainProductName, reported.mainProductName]
    await planChanged(ctx, tx, await projectsOf(tx, { projectId, userId, isAgency: names.some(isAgency) }))
  }
  return 'applied'
}

type Plan = Pick<typeof subscription.$inferSelect, 'status' | 'mainProductId' | 'mainProductName'>

/** Returns whether access and quotas stay as they are, as after most renewals. */
function isSamePlan(a: Plan, b: Plan): boolean {
  return a.status === b.status && a.mainProductId === b.mainProductId && a.mainProductName === b.mainProductName
}

/** Returns a scheduled pause or cancellation. Its date may be missing. */
function scheduledChangeOf({ scheduled_change: change }: PaddleSubscription): {
  scheduledChangeAction: 'pause' | 'cancel' | null
  scheduledChangeEffectiveAt: Date | null
} {
  const action = (['pause', 'cancel'] as const).find((each) => each === change?.action) ?? null
  const at = action && change?.effective_at
  return { scheduledChangeAction: action, scheduledChangeEffectiveAt: at ? new Date(at) : null }
}

function isAgency(productName: string | undefined): boolean {
  return productName?.includes('Agency') ?? false
}

/** Returns the projects whose plan depends on a subscription, in a fixed order, because each is locked. */
async function projectsOf(
  tx: Transaction,
  { projectId, userId, isAgency }: { projectId: string; userId: string | null; isAgency: boolean },
): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(
    sql`select id from projects_of_subscription(${projectId}, ${userId}, ${isAgency}) id order by id`,
  )
  return rows.map(({ id }) => id)
}

/** Returns the first product that is one of our plans (DECISIONS 19), so that an extra item doesn't hide the plan. */
function mainProductOf(
  { items }: PaddleSubscription,
  plans: PlanOptions,
): { mainProductId: string; mainProductName: string; billingCycle: Exclude<BillingCycle, 'oneTime'> | null } {
  const products = items.map(({ price, product }) => ({
    mainProductId: price.product_id,
    mainProductName: product?.name ?? '',
    billingCycle: cycleOf(price.billing_cycle),
  }))
  return products.find((each) => planOfProduct(each, plans) !== null) ?? products[0]!
}

function cycleOf(cycle: { interval: string; frequency: number } | null | undefined): 'monthly' | 'yearly' | null {
  if (cycle?.interval === 'month' && cycle.frequency === 1) return 'monthly'
  const isYear =
    cycle?.interval === 'year' ? cycle.frequency === 1 : cycle?.interval === 'month' && cycle.frequency === 12
  return isYear ? 'yearly' : null
}
