import type { ProviderName } from '#platform/contract/sign-in.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { transaction } from '#platform/server/database/database.ts'
import { spend } from '#platform/server/permissions/rate-limit.ts'
import { appOf } from './apps.ts'
import { beginAttempt } from './attempts.ts'
import { authorizationPage } from './authorization-page.ts'
import { connectBudgets } from './social-budgets.ts'

/**
 * Starts a sign-in and returns the provider's page. `browser` belongs in a cookie, which is required on return. Throws
 * ApplicationError if the provider isn't configured, Refusal if its page can't be found, and RateLimitError.
 */
export async function beginSocialSignIn(
  ctx: Ctx,
  { provider, address }: { provider: ProviderName; address: string },
): Promise<{ page: URL; browser: string }> {
  appOf(ctx, provider)
  await spend(ctx, connectBudgets(address))
  const { browser, ...attempt } = await transaction(ctx, (tx) => beginAttempt(ctx, tx, provider))
  return { page: await authorizationPage(ctx, provider, attempt), browser }
}
