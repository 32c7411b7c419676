import { z } from 'zod'
import type { Ctx } from '#platform/server/ctx.ts'
import { type Transaction, transaction } from '#platform/server/database/database.ts'
import type { PaddlePage } from '../paddle/client.ts'
import type { PaddleOutcome } from '../paddle/exchange.ts'
import { PaddleAdjustment } from '../paddle/wire.ts'
import { applyAdjustment, changedAtOf } from '../reports/adjustment.ts'
import { settleWaiting } from '../reports/receive-event.ts'
import { answerOf, type Effect, lockReports } from '../reports/report.ts'
import { applySubscription } from '../reports/subscription.ts'
import { applyTransaction } from '../reports/transaction.ts'
import { billingSync } from '../tables.ts'
import { clientOf } from './provider.ts'

const hour = 60 * 60 * 1000
/** How far back the first comparison reads. */
const firstHours = 30 * 24
/** Read again, because the provider's clock and ours may differ. */
const overlapHours = 1

/** The adjustments of a transaction as the provider's list includes them. */
const Adjusted = z.looseObject({ adjustments: z.array(z.unknown()).default([]) })

/**
 * Applies what changed at the payment provider since the last comparison, in the same way as its events. This repairs
 * what lost events left behind.
 */
export async function reconcile(ctx: Ctx): Promise<void> {
  if (!ctx.paddle) return
  const client = clientOf(ctx)
  const startedAt = ctx.now()
  const updatedSince = await sinceOf(ctx)
  const subscriptions = pagesOf(ctx, (after) => client.listSubscriptions({ updatedSince, ...after }))
  for await (const data of subscriptions) {
    await applied(ctx, data.id, (tx) => applySubscription(ctx, tx, data, answerOf(data.updated_at)))
  }
  const transactions = pagesOf(ctx, (after) => client.listTransactions({ updatedSince, ...after }))
  for await (const data of transactions) {
    await applied(ctx, data.id, (tx) => applyTransaction(ctx, tx, data, answerOf(data.updated_at)))
    for (const each of Adjusted.parse(data).adjustments) {
      const adjustment = PaddleAdjustment.safeParse(each).data
      if (!adjustment) continue
      const report = answerOf(changedAtOf(adjustment))
      await applied(ctx, adjustment.id, (tx) => applyAdjustment(ctx, tx, adjustment, report))
    }
  }
  await transaction(ctx, (tx) =>
    tx
      .insert(billingSync)
      .values({ syncedUntil: startedAt })
      .onConflictDoUpdate({ target: billingSync.single, set: { syncedUntil: startedAt } }),
  )
}

async function sinceOf(ctx: Ctx): Promise<Date> {
  const [row] = await transaction(ctx, (tx) => tx.select().from(billingSync))
  const from = row ? row.syncedUntil.getTime() - overlapHours * hour : ctx.now().getTime() - firstHours * hour
  return new Date(from)
}

async function applied(ctx: Ctx, id: string, apply: (tx: Transaction) => Promise<Effect>): Promise<void> {
  await transaction(ctx, async (tx) => {
    await lockReports(tx)
    if ((await apply(tx)) === 'applied') await settleWaiting(ctx, tx, id)
  })
}

/** Returns the objects of all pages. Throws if the provider doesn't respond; the job is then tried again. */
async function* pagesOf<T>(
  ctx: Ctx,
  read: (after: { after?: string }) => Promise<PaddleOutcome<PaddlePage<T>>>,
): AsyncGenerator<T> {
  let after: string | null = null
  do {
    const outcome: PaddleOutcome<PaddlePage<T>> = await read(after === null ? {} : { after })
    if (!outcome.ok) throw new Error(`the payment provider's list couldn't be read: ${outcome.message}`)
    const { items, unreadable } = outcome.value
    if (unreadable > 0) ctx.log.warn({ unreadable }, "objects in the payment provider's list couldn't be read")
    yield* items
    after = outcome.value.after
  } while (after !== null)
}
