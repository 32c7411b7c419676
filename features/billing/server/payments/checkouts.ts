import { eq } from 'drizzle-orm'
import { refusalToBuy } from '#engine/subscription/may-buy.ts'
import type { BillingCycle, PlanKey } from '#engine/subscription/plans.ts'
import { ApiError } from '#platform/contract/errors.ts'
import { audit } from '#platform/server/audit.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { readOnly, type Transaction, transaction } from '#platform/server/database/database.ts'
import { findOne, type Reading, readOne, rowsOf } from '#platform/server/database/rows/find.ts'
import { rowHead } from '#platform/server/database/rows/row-head.ts'
import { requireRight, roleIn } from '#platform/server/permissions/rights.ts'
import { signedInId } from '#platform/server/permissions/signed-in.ts'
import { project } from '#platform/server/tenancy/tables.ts'
import type { Checkout, CheckoutSettings, PricePreview } from '../../contract.ts'
import { entitledFacts } from '../access.ts'
import { checkout } from '../tables.ts'
import { accountOf, answered, clientOf, priceFor, spendRequest } from './provider.ts'

/** What a user wants to buy for a project. */
interface Wish {
  id: string
  plan: PlanKey
  billingCycle: BillingCycle
  code?: string | undefined
  /** With the discount for customers who come back. */
  reactivate: boolean
}

type CheckoutRow = typeof checkout.$inferSelect

export const checkouts: Reading<CheckoutRow, Checkout> = {
  table: checkout,
  columns: { id: checkout.id },
  project: checkout.projectId,
  cursor: false,
  rows: rowsOf(checkout),
  present: async (_tx, rows) =>
    rows.map((row) => {
      const { state, plan, billingCycle, transactionId } = row
      return { ...rowHead(row), state, plan, billingCycle, transactionId }
    }),
}

/** Returns what the browser needs to open the provider's overlay. */
export async function readCheckoutSettings(ctx: Ctx): Promise<CheckoutSettings> {
  const { scriptUrl, clientToken, environment } = accountOf(ctx)
  return { scriptUrl, clientToken, environment }
}

/** Returns a checkout with its state, for users who may read the project's billing. */
export function readCheckout(ctx: Ctx, { id }: { id: string }): Promise<Checkout> {
  return findOne(ctx, checkouts, id)
}

/** Returns what a plan costs first and later, from the provider, which knows taxes and discounts. */
export async function previewPrice(ctx: Ctx, wish: Wish): Promise<PricePreview> {
  requireRight(ctx, wish.id, 'changeBilling')
  const client = clientOf(ctx)
  const { priceId } = priceFor(ctx, wish.plan, wish.billingCycle)
  await spendRequest(ctx)
  const discountId = await discountOf(ctx, wish)
  const first = answered(ctx, await client.previewPrice({ priceId, discountId }))
  const later = discountId ? answered(ctx, await client.previewPrice({ priceId })) : first
  const money = (amount: number) => ({ amount, currency: first.currency_code })
  return {
    subtotal: money(first.subtotal),
    discount: money(first.discount),
    tax: money(first.tax),
    total: money(first.total),
    recurring: wish.billingCycle === 'oneTime' ? null : { amount: later.total, currency: later.currency_code },
  }
}

/**
 * Starts a payment: a transaction at the provider that carries our checkout's ID, with which the browser opens the
 * overlay. Throws ConflictError if the project has no use for the plan.
 */
export async function createCheckout(ctx: Ctx, wish: Wish): Promise<Checkout> {
  const { id: projectId, plan, billingCycle } = wish
  requireRight(ctx, projectId, 'changeBilling')
  const client = clientOf(ctx)
  const { priceId } = priceFor(ctx, plan, billingCycle)
  await readOnly(ctx, (tx) => requireUse(ctx, tx, wish))
  await spendRequest(ctx)
  const discountId = await discountOf(ctx, wish)
  const id = ctx.id()
  const created = await client.createTransaction({ priceId, discountId, customData: { checkout: id } })
  const { id: transactionId } = answered(ctx, created)
  return transaction(ctx, async (tx) => {
    const dates = { createdAt: ctx.now(), updatedAt: ctx.now() }
    await tx
      .insert(checkout)
      .values({ projectId, id, userId: signedInId(ctx), plan, billingCycle, transactionId, ...dates })
    await audit(ctx, tx, { projectId, action: 'checkout.create', subjectId: id, details: { plan, billingCycle } })
    return readOne(ctx, tx, checkouts, id)
  })
}

/** Throws unless the project is set up and has use for the plan. */
async function requireUse(ctx: Ctx, tx: Transaction, { id, plan, reactivate }: Wish): Promise<void> {
  const [row] = await tx.select({ status: project.status }).from(project).where(eq(project.id, id))
  const found = await entitledFacts(ctx, tx, id)
  if (!row || !found) throw new ApiError('NotFoundError', 'Not Found')
  if (row.status === 'draft') throw new ApiError('ConflictError', 'Finish the setup of this project first.')
  if (row.status === 'archived') throw new ApiError('ConflictError', 'Restore this project first.')
  // An agency's subscription counts for the projects that its payer owns.
  if (plan === 'agency' && roleIn(ctx, id) !== 'owner') {
    throw new ApiError('ForbiddenError', 'Only owners of a project can buy the Agency plan.')
  }
  const refusal = refusalToBuy({ ...found.facts, plan, reactivate })
  if (refusal) throw new ApiError('ConflictError', refusal)
}

/** Returns the ID of the discount, if any. Throws ValidationError for an unknown code. */
async function discountOf(ctx: Ctx, { code, reactivate }: Wish): Promise<string | undefined> {
  if (reactivate) return accountOf(ctx).discountId ?? undefined
  if (code === undefined) return undefined
  const found = answered(ctx, await clientOf(ctx).findDiscount(code))
  if (found) return found.id
  const message = 'This code is not valid.'
  throw new ApiError('ValidationError', message, { errors: [{ path: ['code'], message, name: 'ValidationError' }] })
}
