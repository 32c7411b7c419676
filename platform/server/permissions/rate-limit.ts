import { eq, sql } from 'drizzle-orm'
import { ApiError } from '../../contract/errors.ts'
import type { Ctx } from '../ctx.ts'
import { type Transaction, transaction } from '../database/database.ts'
import { deleteSomeExpired } from '../database/delete-some-expired.ts'
import { throttle } from '../database/tables.ts'
import { digestOf } from '../digest.ts'

/** A limit on attempts in a window of minutes, counted under a key. */
export interface Budget {
  key: string
  attempts: number
  minutes: number
  /** What this attempt counts as; 1 by default. */
  cost?: number
  /** True if others share the budget: a success then refunds only its own attempt. */
  shared?: true
}

/**
 * Takes one attempt from each budget, in its own transaction so that a later failure still counts. Stops at the first
 * exhausted one, so that a blocked caller doesn't use up budgets shared with others: list the caller's own first.
 * Throws RateLimitError, which says what was limited and when to retry.
 */
export async function spend(ctx: Ctx, budgets: readonly Budget[], what = 'Too many attempts'): Promise<void> {
  const now = ctx.now()
  const end = await transaction(ctx, async (tx) => {
    await deleteSomeExpired(tx, { key: throttle.key, until: throttle.until, now })
    for (const budget of budgets) {
      const { spent, until } = await take(tx, budget, now)
      if (spent > budget.attempts) return until
    }
    return null
  })
  if (end) throw tooMany(what, now, end)
}

/** Refunds a successful attempt. Clears budgets that aren't shared, since the user has proven themselves. */
export async function refund(tx: Transaction, budgets: readonly Budget[]): Promise<void> {
  for (const { key, shared } of budgets) {
    const counted = eq(throttle.key, digestOf(key))
    if (shared)
      await tx
        .update(throttle)
        .set({ spent: sql`${throttle.spent} - 1` })
        .where(counted)
    else await tx.delete(throttle).where(counted)
  }
}
async function take(tx: Transaction, budget: Budget, now: Date): Promise<{ spent: number; until: Date }> {
  const until = new Date(now.getTime() + budget.minutes * 60_000)
  const over = sql`${throttle.until} <= ${now.toISOString()}`
  const [row] = await tx
    .insert(throttle)
    .values({ key: digestOf(budget.key), spent: budget.cost ?? 1, until })
    .onConflictDoUpdate({
      target: throttle.key,
      set: {
        spent: sql`case when ${over} then ${budget.cost ?? 1}::integer else ${throttle.spent} + ${budget.cost ?? 1}::integer end`,
        until: sql`case when ${over} then excluded.until else ${throttle.until} end`,
      },
    })
    .returning({ spent: throttle.spent, until: throttle.until })
  if (!row) throw new Error('the attempt was not counted')
  return row
}
function tooMany(what: string, now: Date, until: Date): ApiError {
  const seconds = Math.ceil((until.getTime() - now.getTime()) / 1000)
  const minutes = Math.ceil(seconds / 60)
  const wait = minutes === 1 ? 'in a minute' : `in ${minutes} minutes`
  return new ApiError('RateLimitError', `${what}. Try again ${wait}.`, {
    retryAfter: seconds,
    retryAt: until.toISOString(),
  })
}
