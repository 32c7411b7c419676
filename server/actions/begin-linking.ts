import type { LinkStart } from '#contract/endpoints/social.ts'
import type { Ctx } from '../ctx.ts'
import { transaction } from '../db/database.ts'
import { requireFreshSession, requirePassword } from '../features/identity/proof.ts'
import { lockSignedIn, presentActor } from '../features/identity/signed-in.ts'
import { giveBack, passwordBudgets, spend } from '../features/identity/throttle.ts'
import { appOf, returnAddress } from '../features/social/apps.ts'
import { beginLinkingAttempt } from '../features/social/attempts.ts'
import { confirmEmailFirst } from '../refusals.ts'
import { authorizationUrl } from '../sources/sign-in/sign-in.ts'
import { connectBudgets } from './social-budgets.ts'

const to = 'link an account'

/**
 * Begins to link an account that somebody has elsewhere to the one they are signed in to, and answers where to go for it.
 * Only with a confirmed address: until then the account may be anybody's, who could keep a way into it for later.
 */
export async function beginLinking(
  ctx: Ctx,
  { provider, currentPassword, address }: LinkStart & { address: string },
): Promise<{ page: string }> {
  const app = appOf(ctx, provider)
  const actor = presentActor(ctx)
  const guesses = passwordBudgets(ctx)
  await spend(ctx, [...guesses, ...connectBudgets(address)])
  const attempt = await transaction(ctx, async (tx) => {
    const { passwordHash, confirmedAt } = await lockSignedIn(ctx, tx)
    if (confirmedAt === null) throw confirmEmailFirst(to)
    if (passwordHash === null) await requireFreshSession(ctx, tx, actor, { to })
    else await requirePassword(passwordHash, currentPassword, { to, key: 'currentPassword' })
    await giveBack(tx, guesses)
    return beginLinkingAttempt(ctx, tx, provider, actor)
  })
  const page = await authorizationUrl(provider, app, returnAddress(ctx, provider), attempt)
  return { page: page.href }
}
