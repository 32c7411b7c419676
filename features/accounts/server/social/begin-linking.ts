import type { Ctx } from '#platform/server/ctx.ts'
import { transaction } from '#platform/server/database/database.ts'
import { confirmEmailFirst } from '#platform/server/refusals.ts'
import type { LinkStart } from '../../contract.ts'
import { requireFreshSession, requirePassword } from '../proof.ts'
import { authorizationUrl } from '../providers/sign-in.ts'
import { lockSignedIn, presentActor } from '../signed-in.ts'
import { giveBack, passwordBudgets, spend } from '../throttle.ts'
import { appOf, returnAddress } from './apps.ts'
import { beginLinkingAttempt } from './attempts.ts'
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
