import { and, eq, gt, isNull, or } from 'drizzle-orm'
import type { ProviderName } from '#platform/contract/sign-in.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { deleteSomeExpired } from '#platform/server/database/delete-some-expired.ts'
import { digestOf } from '#platform/server/digest.ts'
import type { Attempt } from '../providers/sign-in.ts'
import { socialAttempt } from '../tables.ts'

/** The seconds a user may spend on a provider's pages. */
export const attemptSeconds = 15 * 60

/** A signed-in user who links an account. They have to return with the same session. */
export interface Linking {
  userId: string
  sessionId: string
}

/** Saves the start of a sign-in. `browser` belongs in a cookie, so that no other browser can complete the sign-in. */
export async function beginAttempt(
  ctx: Ctx,
  tx: Transaction,
  provider: ProviderName,
): Promise<Attempt & { browser: string }> {
  const browser = ctx.secret()
  return { browser, ...(await keepAttempt(ctx, tx, provider, { browser, userId: null })) }
}

/** Saves the start of linking an account, which is bound to the user's session instead of a cookie. */
export function beginLinkingAttempt(
  ctx: Ctx,
  tx: Transaction,
  provider: ProviderName,
  { userId, sessionId }: Linking,
): Promise<Attempt> {
  return keepAttempt(ctx, tx, provider, { browser: sessionId, userId })
}

async function keepAttempt(
  ctx: Ctx,
  tx: Transaction,
  provider: ProviderName,
  { browser, userId }: { browser: string; userId: string | null },
): Promise<Attempt> {
  const now = ctx.now()
  await deleteSomeExpired(tx, { key: socialAttempt.stateDigest, until: socialAttempt.expiresAt, now })
  const attempt = { state: ctx.secret(), verifier: ctx.secret(), nonce: ctx.secret() }
  await tx.insert(socialAttempt).values({
    stateDigest: digestOf(attempt.state),
    browserDigest: digestOf(browser),
    provider,
    verifier: attempt.verifier,
    nonce: attempt.nonce,
    userId,
    expiresAt: new Date(now.getTime() + attemptSeconds * 1000),
  })
  return attempt
}

/**
 * Consumes a saved attempt. Null if the state is unknown, used, expired or from another browser. `linksTo` is the
 * account that the user started linking to in this session; null for a sign-in.
 */
export async function consumeAttempt(
  ctx: Ctx,
  tx: Transaction,
  { provider, state, browser, present }: SocialCallback,
): Promise<(Attempt & { linksTo: string | null }) | null> {
  const signsIn = and(isNull(socialAttempt.userId), eq(socialAttempt.browserDigest, digestOf(browser)))
  const links =
    present &&
    and(eq(socialAttempt.userId, present.userId), eq(socialAttempt.browserDigest, digestOf(present.sessionId)))
  const [row] = await tx
    .delete(socialAttempt)
    .where(
      and(
        eq(socialAttempt.stateDigest, digestOf(state)),
        links ? or(signsIn, links) : signsIn,
        eq(socialAttempt.provider, provider),
        gt(socialAttempt.expiresAt, ctx.now()),
      ),
    )
    .returning()
  return row ? { state, verifier: row.verifier, nonce: row.nonce, linksTo: row.userId } : null
}

/** The redirect back from a provider: the browser's cookie, and the user signed in there. */
export interface SocialCallback {
  provider: ProviderName
  state: string
  browser: string
  present: Linking | null
}
