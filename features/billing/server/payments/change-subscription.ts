import { and, eq, sql } from 'drizzle-orm'
import { canResume } from '#engine/subscription/may-buy.ts'
import { type BillingCycle, type PlanKey, planOf } from '#engine/subscription/plans.ts'
import { planOfProduct } from '#engine/subscription/quota.ts'
import { canModify, type SubscriptionState } from '#engine/subscription/state.ts'
import { ApiError } from '#platform/contract/errors.ts'
import { audit } from '#platform/server/audit.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { readOnly, type Transaction, transaction } from '#platform/server/database/database.ts'
import { findOne, ownProjects } from '#platform/server/database/rows/find.ts'
import { requireRight } from '#platform/server/permissions/rights.ts'
import { signedInId } from '#platform/server/permissions/signed-in.ts'
import type { cancelReasons, PlanChange, Subscription } from '../../contract.ts'
import type { ItemChange } from '../paddle/client.ts'
import type { PaddleOutcome } from '../paddle/exchange.ts'
import type { PaddleSubscription } from '../paddle/wire.ts'
import { answerOf, asProvider, lockReports } from '../reports/report.ts'
import { applySubscription } from '../reports/subscription.ts'
import { subscriptions } from '../subscriptions.ts'
import { cancellation, subscription } from '../tables.ts'
import { accountOf, answered, clientOf, priceFor, spendRequest } from './provider.ts'

type SubscriptionRow = typeof subscription.$inferSelect

interface NewPlan {
  id: string
  plan: PlanKey
  billingCycle: BillingCycle
}

/** Returns what a change of plan costs now and later, and how many entries it pauses. */
export async function previewPlan(ctx: Ctx, { id, plan, billingCycle }: NewPlan): Promise<PlanChange> {
  const row = await modifiable(ctx, id)
  const client = clientOf(ctx)
  const change = changeTo(ctx, row, plan, billingCycle)
  await spendRequest(ctx)
  const preview = answered(ctx, await client.previewUpdate(row.providerId, change))
  const { currency_code: currency, update_summary: summary, recurring_transaction_details: recurring } = preview
  const result = summary?.result
  const now = result ? { amount: result.action === 'credit' ? -result.amount : result.amount, currency } : null
  return {
    dueNow: now ?? { amount: 0, currency },
    next: recurring ? { amount: recurring.totals.total, currency: recurring.totals.currency_code } : null,
    nextBilledAt: preview.next_billed_at ? new Date(preview.next_billed_at).toISOString() : null,
    paused: await readOnly(ctx, (tx) => pausedBy(ctx, tx, row.projectId, plan)),
  }
}

/** Changes the plan at once and charges the difference. If its payment is declined, nothing changes. */
export async function changePlan(ctx: Ctx, { id, plan, billingCycle }: NewPlan): Promise<Subscription> {
  const row = await modifiable(ctx, id)
  const client = clientOf(ctx)
  const change = changeTo(ctx, row, plan, billingCycle)
  const details = { plan, billingCycle, was: row.mainProductName }
  return carryOut(ctx, row, { action: 'change', details }, () => client.updateSubscription(row.providerId, change))
}

/** Pauses a subscription at the end of the paid period. */
export async function pauseSubscription(ctx: Ctx, { id }: { id: string }): Promise<Subscription> {
  const row = await modifiable(ctx, id)
  const client = clientOf(ctx)
  return carryOut(ctx, row, { action: 'pause' }, () => client.pause(row.providerId, 'next_billing_period'))
}

interface Cancellation {
  id: string
  reason: (typeof cancelReasons)[number]
  comment: string
}

/** Cancels a subscription at the end of the paid period, and keeps the reason. */
export async function cancelSubscription(ctx: Ctx, { id, reason, comment }: Cancellation): Promise<Subscription> {
  const row = await modifiable(ctx, id)
  const client = clientOf(ctx)
  const { projectId } = row
  const keepReason = (tx: Transaction) =>
    tx.insert(cancellation).values({
      ...{ projectId, id: ctx.id(), subscriptionId: row.id, reason, comment },
      createdBy: signedInId(ctx),
      createdAt: ctx.now(),
    })
  const step = { action: 'cancel', details: { reason }, also: keepReason } as const
  return carryOut(ctx, row, step, () => client.cancel(row.providerId, 'next_billing_period'))
}

/** Takes back a scheduled pause or cancellation, or resumes a paused subscription at once. */
export async function resumeSubscription(ctx: Ctx, { id }: { id: string }): Promise<Subscription> {
  const row = await ownSubscription(ctx, id)
  const client = clientOf(ctx)
  if (!canResume(stateOf(row))) {
    throw new ApiError('ConflictError', 'Only a subscription that is paused or about to end can be resumed.')
  }
  return carryOut(ctx, row, { action: 'resume' }, () =>
    row.status === 'paused'
      ? client.resume(row.providerId, 'immediately')
      : client.removeScheduledChange(row.providerId),
  )
}

/** Returns the provider's transaction with which the overlay asks for another card. */
export async function updatePaymentMethod(ctx: Ctx, { id }: { id: string }): Promise<{ transactionId: string }> {
  const row = await ownSubscription(ctx, id)
  const client = clientOf(ctx)
  if (row.status === 'canceled') {
    throw new ApiError('ConflictError', 'This subscription has been canceled. Choose a plan to start a new one.')
  }
  await spendRequest(ctx)
  const { id: transactionId } = answered(ctx, await client.updatePaymentMethodTransaction(row.providerId))
  return { transactionId }
}

async function ownSubscription(ctx: Ctx, id: string): Promise<SubscriptionRow> {
  const [row] = await readOnly(ctx, (tx) =>
    tx
      .select()
      .from(subscription)
      .where(and(ownProjects(ctx, subscription.projectId), eq(subscription.id, id))),
  )
  if (!row) throw new ApiError('NotFoundError', 'Not Found')
  requireRight(ctx, row.projectId, 'changeBilling')
  return row
}

/** Returns a subscription that may be changed, paused, and canceled (SPEC 4). Throws ConflictError for others. */
async function modifiable(ctx: Ctx, id: string): Promise<SubscriptionRow> {
  const row = await ownSubscription(ctx, id)
  accountOf(ctx)
  if (canModify(stateOf(row))) return row
  if (row.status === 'canceled') throw new ApiError('ConflictError', 'This subscription has been canceled.')
  if (row.status === 'past_due') {
    throw new ApiError('ConflictError', 'The last payment failed. Update the payment method first.')
  }
  throw new ApiError('ConflictError', 'Resume this subscription first.')
}

function stateOf({ status, scheduledChangeAction, scheduledChangeEffectiveAt }: SubscriptionRow): SubscriptionState {
  return {
    status,
    scheduledChangeAction,
    scheduledChangeEffectiveAt: scheduledChangeEffectiveAt?.toISOString() ?? null,
  }
}

/** Returns the change for the provider. Throws if the plan is no subscription, isn't for sale, or is the present one. */
function changeTo(ctx: Ctx, row: SubscriptionRow, plan: PlanKey, billingCycle: BillingCycle): ItemChange {
  const { priceId } = priceFor(ctx, plan, billingCycle)
  if (billingCycle === 'oneTime') {
    throw new ApiError('ValidationError', 'A subscription can only be changed to a monthly or yearly plan.')
  }
  if (planOfProduct(row, ctx.plans) === plan && row.billingCycle === billingCycle) {
    throw new ApiError('ConflictError', 'This is already the plan.')
  }
  return { items: [{ priceId, quantity: 1 }], prorationMode: 'prorated_immediately' }
}

/** Returns how many active entries a plan has no room for (features/billing/server/quota-room.ts pauses them). */
async function pausedBy(ctx: Ctx, tx: Transaction, projectId: string, plan: PlanKey): Promise<PlanChange['paused']> {
  const { rows } = await tx.execute<{ keywords: number; competitors: number }>(sql`
    select
      (select count(*)::int from keyword
        where project_id = ${projectId} and status = 'active' and kind <> 'competitor') as keywords,
      (select count(*)::int from competitor where project_id = ${projectId} and status = 'active') as competitors`)
  const { quota } = planOf(plan, ctx.plans)
  const beyond = (what: 'keywords' | 'competitors') => (quota ? Math.max(0, rows[0]![what] - quota[what]) : 0)
  return { keywords: beyond('keywords'), competitors: beyond('competitors') }
}

interface Step {
  action: 'change' | 'pause' | 'cancel' | 'resume'
  details?: Record<string, unknown>
  /** What to write along with it. */
  also?(tx: Transaction): Promise<unknown>
}

/** Asks the provider to change a subscription and applies its answer, which the event repeats later. */
async function carryOut(
  ctx: Ctx,
  row: SubscriptionRow,
  { action, details, also }: Step,
  ask: () => Promise<PaddleOutcome<PaddleSubscription>>,
): Promise<Subscription> {
  await spendRequest(ctx)
  const data = answered(ctx, await ask())
  const own = asProvider(ctx)
  await transaction(own, async (tx) => {
    await lockReports(tx)
    await applySubscription(own, tx, data, answerOf(data.updated_at))
    await also?.(tx)
    const { projectId, id: subjectId } = row
    await audit(ctx, tx, { projectId, action: `subscription.${action}`, subjectId, ...(details && { details }) })
  })
  return findOne(ctx, subscriptions, row.id)
}
