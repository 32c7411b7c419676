import { eq, sql } from 'drizzle-orm'
import { announce } from '#platform/server/announce.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import type { PaddleAdjustment } from '../paddle/wire.ts'
import { payment, paymentAdjustment } from '../tables.ts'
import { type Effect, isLater, latest, planChanged, type Report } from './report.ts'

/** Writes a refund or chargeback as reported. A pass that is paid back in full ends. */
export async function applyAdjustment(
  ctx: Ctx,
  tx: Transaction,
  data: PaddleAdjustment,
  report: Report,
): Promise<Effect> {
  const [adjusted] = await tx.select().from(payment).where(eq(payment.providerId, data.transaction_id))
  if (!adjusted) return { waitsFor: data.transaction_id }
  const { projectId } = adjusted
  const reported = {
    action: data.action,
    status: data.status,
    amount: data.totals.total,
    ...report,
    updatedAt: ctx.now(),
  }
  const written = await tx
    .insert(paymentAdjustment)
    .values({
      projectId,
      id: ctx.id(),
      paymentId: adjusted.id,
      providerId: data.id,
      createdAt: new Date(data.created_at),
      ...reported,
    })
    .onConflictDoUpdate({
      target: paymentAdjustment.providerId,
      set: { ...reported, ...latest(paymentAdjustment) },
      setWhere: isLater(paymentAdjustment, report),
    })
    .returning({ id: paymentAdjustment.id })
  if (written.length === 0) return 'older'
  await announce(ctx, tx, 'billing', [projectId])
  if (await endOrReopenPass(ctx, tx, adjusted.providerId)) await planChanged(ctx, tx, [projectId])
  return 'applied'
}

/** Returns when an adjustment changed last: the provider reports the year 1 until it does. */
export function changedAtOf({ created_at, updated_at }: PaddleAdjustment & { updated_at?: unknown }): string {
  return typeof updated_at === 'string' && Date.parse(updated_at) > Date.parse(created_at) ? updated_at : created_at
}

/**
 * Ends the pass of this transaction, if it is one, once it is paid back, or opens it again. Returns whether it did
 * either.
 */
export async function endOrReopenPass(ctx: Ctx, tx: Transaction, transactionId: string): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`
    update purchase b
    set refunded_at = case when paid.is_back then ${ctx.now().toISOString()}::timestamptz end
    from (
      select p.total <= ${refundedSum(sql`p`)} as is_back from payment p where p.provider_id = ${transactionId}
    ) paid
    where b.provider_id = ${transactionId} and paid.is_back <> (b.refunded_at is not null)`)
  return (rowCount ?? 0) > 0
}

/** Returns the amount of a payment, by its alias, that was paid back. Only approved adjustments move money. */
export function refundedSum(alias: ReturnType<typeof sql>) {
  return sql`(
    select coalesce(sum(case
      when a.status <> 'approved' then 0
      when a.action in ('refund', 'chargeback') then a.amount
      when a.action = 'chargeback_reverse' then -a.amount
      else 0 end), 0)::bigint
    from payment_adjustment a where a.project_id = ${alias}.project_id and a.payment_id = ${alias}.id)`
}
