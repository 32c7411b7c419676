import { and, eq } from 'drizzle-orm'
import type { PlanOptions } from '#engine/subscription/plans.ts'
import { planOfProduct } from '#engine/subscription/quota.ts'
import { announce } from '#platform/server/announce.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import type { PaddleTransaction } from '../paddle/wire.ts'
import { checkout, payment, purchase } from '../tables.ts'
import { endOrReopenPass } from './adjustment.ts'
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

/** What a transaction belongs to. */
interface Owner {
  projectId: string
  userId: string | null
  /** The checkout, if the transaction is its payment. */
  checkoutId: string | null
}

/**
 * Writes a transaction as reported: a row in the list of invoices once it is billed, a pass once it is paid (DECISIONS
 * 17), and the state of its checkout. `type` is the event's, if it is one.
 */
export async function applyTransaction(
  ctx: Ctx,
  tx: Transaction,
  data: PaddleTransaction,
  { type, ...report }: Report & { type?: string },
): Promise<Effect> {
  const owner = await ownerOf(tx, data)
  if (!owner) return data.subscription_id ? { waitsFor: data.subscription_id } : 'unknown'
  const effects = [
    await writePayment(ctx, tx, data, owner.projectId, report),
    await writePass(ctx, tx, data, owner),
    type?.endsWith('.payment_failed') && owner.checkoutId ? await markFailed(ctx, tx, owner.checkoutId) : 'ignored',
  ] as const
  if (!effects.includes('applied')) return effects.includes('older') ? 'older' : 'ignored'
  await announce(ctx, tx, 'billing', [owner.projectId])
  return 'applied'
}

async function ownerOf(tx: Transaction, data: PaddleTransaction): Promise<Owner | null> {
  const begun = await checkoutOf(tx, data.custom_data)
  if (begun) return { projectId: begun.projectId, userId: begun.userId, checkoutId: begun.id }
  const renewed = data.subscription_id ? await subscriptionBy(tx, data.subscription_id) : null
  return renewed && { projectId: renewed.projectId, userId: renewed.userId, checkoutId: null }
}

/** Changes without a payment: not billed yet, or only another card. */
function isUnbilled({ status, origin }: PaddleTransaction): boolean {
  return status === 'draft' || status === 'ready' || origin === 'subscription_payment_method_change'
}

async function writePayment(
  ctx: Ctx,
  tx: Transaction,
  data: PaddleTransaction,
  projectId: string,
  report: Report,
): Promise<'applied' | 'older' | 'ignored'> {
  if (isUnbilled(data)) return 'ignored'
  const names = new Set(data.details.line_items.flatMap(({ product }) => product?.name ?? []))
  const reported = {
    description: [...names].join(', '),
    number: data.invoice_number ?? null,
    status: data.status,
    total: data.details.totals.total,
    currency: data.details.totals.currency_code,
    ...report,
    createdAt: new Date(data.billed_at ?? data.created_at),
    updatedAt: ctx.now(),
  }
  const written = await tx
    .insert(payment)
    .values({ projectId, id: ctx.id(), providerId: data.id, ...reported })
    .onConflictDoUpdate({
      target: payment.providerId,
      set: { ...reported, ...latest(payment) },
      setWhere: isLater(payment, report),
    })
    .returning({ id: payment.id })
  return written.length > 0 ? 'applied' : 'older'
}

async function writePass(
  ctx: Ctx,
  tx: Transaction,
  data: PaddleTransaction,
  { projectId, userId, checkoutId }: Owner,
): Promise<'applied' | 'ignored'> {
  if (data.status !== 'completed' || !isPass(data, ctx.plans)) return 'ignored'
  const written = await tx
    .insert(purchase)
    .values({
      projectId,
      id: ctx.id(),
      userId,
      providerId: data.id,
      checkoutId,
      createdAt: new Date(data.billed_at ?? data.created_at),
      updatedAt: ctx.now(),
    })
    .onConflictDoNothing({ target: purchase.providerId })
    .returning({ id: purchase.id })
  if (written.length === 0) return 'ignored'
  // It may have been paid back before it was reported as completed.
  await endOrReopenPass(ctx, tx, data.id)
  await markPaid(ctx, tx, projectId, checkoutId)
  await planChanged(ctx, tx, [projectId])
  return 'applied'
}

function isPass({ items, details, subscription_id }: PaddleTransaction, plans: PlanOptions): boolean {
  if (subscription_id) return false
  return items.some(({ price, price_id }) => {
    const line = details.line_items.find((each) => each.price_id === price_id)
    const product = {
      mainProductId: price?.product_id ?? line?.product?.id ?? '',
      mainProductName: line?.product?.name ?? '',
    }
    return !price?.billing_cycle && planOfProduct(product, plans) === 'pass'
  })
}

/** Marks a checkout whose payment was refused. A later payment for it still counts. */
async function markFailed(ctx: Ctx, tx: Transaction, id: string): Promise<'applied' | 'ignored'> {
  const written = await tx
    .update(checkout)
    .set({ state: 'failed', updatedAt: ctx.now() })
    .where(and(eq(checkout.id, id), eq(checkout.state, 'open')))
    .returning({ id: checkout.id })
  return written.length > 0 ? 'applied' : 'ignored'
}
