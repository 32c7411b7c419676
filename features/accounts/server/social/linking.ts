import { ApiError } from '#platform/contract/errors.ts'
import type { NoticeName } from '#platform/contract/notices.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { transaction } from '#platform/server/database/database.ts'
import { linkedLetter, unlinkedLetter } from '#platform/server/mail/letters.ts'
import { sendMail } from '#platform/server/mail/send-mail.ts'
import { refund, spend } from '#platform/server/permissions/rate-limit.ts'
import { unconfirmedEmail } from '#platform/server/permissions/refusals.ts'
import { presentActor } from '#platform/server/permissions/signed-in.ts'
import type { LinkStart } from '../../contract.ts'
import { forgotUrl } from '../links.ts'
import { requireFreshSession, requirePassword } from '../proof.ts'
import { closeSessions } from '../sessions/sessions.ts'
import { lockSignedIn } from '../sessions/signed-in.ts'
import { passwordBudgets } from '../throttle.ts'
import { appOf, isUsable, providerName } from './apps.ts'
import { beginLinkingAttempt } from './attempts.ts'
import { authorizationPage } from './authorization-page.ts'
import { identitiesOf, link, type ProviderIdentity, unlink, userIdOf } from './identities.ts'
import { asApiError, Refusal } from './refusal.ts'
import { connectBudgets } from './social-budgets.ts'

const to = 'link an account'

/**
 * Starts linking a provider account to the signed-in user, and returns the page to open. Requires a confirmed address:
 * otherwise someone could register with another person's address and link an account to keep access.
 */
export async function beginLinking(
  ctx: Ctx,
  { provider, currentPassword, address }: LinkStart & { address: string },
): Promise<{ page: string }> {
  appOf(ctx, provider)
  const actor = presentActor(ctx)
  const guesses = passwordBudgets(ctx)
  await spend(ctx, [...guesses, ...connectBudgets(address)])
  const attempt = await transaction(ctx, async (tx) => {
    const { passwordHash, confirmedAt } = await lockSignedIn(ctx, tx)
    if (confirmedAt === null) throw unconfirmedEmail(to)
    if (passwordHash === null) await requireFreshSession(ctx, tx, actor, { to })
    else await requirePassword(passwordHash, currentPassword, { to, key: 'currentPassword' })
    await refund(tx, guesses)
    return beginLinkingAttempt(ctx, tx, provider, actor)
  })
  const page = await authorizationPage(ctx, provider, attempt).catch((error: unknown) => {
    throw error instanceof Refusal ? asApiError(error) : error
  })
  return { page: page.href }
}

/** Links an identity to the signed-in user and emails them. Returns the notice to show. */
export function linkProviderIdentity(ctx: Ctx, outsider: ProviderIdentity): Promise<NoticeName> {
  return transaction(ctx, async (tx) => {
    const { id: userId, username, email } = await lockSignedIn(ctx, tx)
    if ((await userIdOf(tx, outsider)) === userId) return 'linked'
    if ((await link(ctx, tx, outsider, userId)) !== userId) return 'linked-elsewhere'
    const { provider, username: there } = outsider
    const words = { username, provider: providerName(ctx, provider), there, url: forgotUrl(ctx) }
    await sendMail(ctx, tx, { to: email, userId, ...linkedLetter(words) })
    return 'linked'
  })
}

/**
 * Unlinks an identity of the signed-in user and ends their other sessions. Throws ConflictError for the last sign-in
 * method: a password or a configured provider has to remain. The lock on the account keeps two concurrent requests from
 * removing both.
 */
export async function unlinkIdentity(ctx: Ctx, { id }: { id: string }): Promise<void> {
  const { sessionId } = presentActor(ctx)
  await transaction(ctx, async (tx) => {
    const { id: userId, passwordHash, username, email } = await lockSignedIn(ctx, tx)
    const identities = await identitiesOf(tx, userId)
    const row = identities.find((each) => each.id === id)
    if (!row) throw new ApiError('NotFoundError', 'Not Found')
    const hasOtherMethod = identities.some((each) => each !== row && isUsable(ctx, each))
    if (passwordHash === null && !hasOtherMethod) {
      throw new ApiError(
        'ConflictError',
        'This is your only sign-in method. Set a password or link another account first.',
      )
    }
    await unlink(tx, row)
    await closeSessions(ctx, tx, userId, { but: sessionId })
    const words = { username, provider: providerName(ctx, row.provider), there: row.username, url: forgotUrl(ctx) }
    await sendMail(ctx, tx, { to: email, userId, ...unlinkedLetter(words) })
  })
}
