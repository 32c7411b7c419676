import { type PlanOptions, PriceNotAvailable, priceOf } from '#engine/subscription/plans.ts'
import { ApiError } from '#platform/contract/errors.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { spend } from '#platform/server/permissions/rate-limit.ts'
import { signedInId } from '#platform/server/permissions/signed-in.ts'
import type { PaddleAccount } from '#platform/server/services.ts'
import { type PaddleClient, paddleClient } from '../paddle/client.ts'
import type { PaddleOutcome } from '../paddle/exchange.ts'

/** Returns the account at the payment provider. Throws ConflictError if billing is off. */
export function accountOf({ paddle }: Pick<Ctx, 'paddle'>): PaddleAccount {
  if (!paddle) throw new ApiError('ConflictError', 'Billing is off on this server. Everything is included.')
  return paddle
}

export function clientOf(ctx: Pick<Ctx, 'paddle'>): PaddleClient {
  return paddleClient(accountOf(ctx))
}

const attempts = 60

/** Limits how often a user makes Earshot ask the provider, which limits us in turn. */
export async function spendRequest(ctx: Ctx): Promise<void> {
  await spend(ctx, [{ key: `payment requests of ${signedInId(ctx)}`, attempts, minutes: 10 }], 'Too many requests')
}

/** Returns the provider's answer. Throws what the caller can do about a failure; the provider's own words are logged. */
export function answered<T>(ctx: Ctx, outcome: PaddleOutcome<T>): T {
  if (outcome.ok) return outcome.value
  const { reason, message } = outcome
  ctx.log.warn({ reason, message }, 'the payment provider did not do what was asked')
  if (reason === 'unavailable') {
    throw new ApiError('ServiceUnavailableError', "The payment provider didn't respond. Try again in a moment.", {
      retryAfter: 5,
    })
  }
  if (message.startsWith('subscription_payment_declined')) {
    throw new ApiError('ConflictError', 'The payment was declined. Update the payment method, then try again.')
  }
  throw new ApiError('ConflictError', 'The payment provider refused this. Reload the page and try again.')
}

/** Returns the price of a plan. Throws ValidationError if it isn't for sale (SPEC 5). */
export function priceFor({ plans }: { plans: PlanOptions }, plan: string, billingCycle: string) {
  try {
    return priceOf(plan, billingCycle, plans)
  } catch (error) {
    if (error instanceof PriceNotAvailable) throw new ApiError('ValidationError', error.message)
    throw error
  }
}
