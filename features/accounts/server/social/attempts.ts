import { and, eq, gt, isNull, or } from 'drizzle-orm'
import type { ProviderName } from '#platform/contract/sign-in.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { deleteSomeExpired } from '#platform/server/database/delete-some-expired.ts'
import { digestOf } from '#platform/server/digest.ts'
import type { Attempt } from '../providers/sign-in.ts'
import { socialAttempt } from '../tables.ts'

/** Seconds that somebody may take on the pages of a provider. */
export const attemptSeconds = 15 * 60

/** Who is signed in where they begin to link an account, and is to come back with the same session. */
export interface Linking {
  userId: string
  sessionId: string
}

/** Remembers whom we send where to sign in. `browser` is for a cookie, so that nobody else can finish what it began. */
export async function beginAttempt(
  ctx: Ctx,
  tx: Transaction,
  provider: ProviderName,
): Promise<Attempt & { browser: string }> {
  const browser = ctx.secret()
  return { browser, ...(await keepAttempt(ctx, tx, provider, { browser, userId: null })) }
}

/** The same for somebody who is signed in and links a further account: what binds it is their session. */
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
 * What was remembered of whoever comes back, once; null for a state that is unknown, used, too old or of another browser.
 * `linksTo` is the account that they began to link to, in the same session; null where they sign in.
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

/** Who comes back: what their browser was given, and who is signed in there. */
export interface SocialCallback {
  provider: ProviderName
  state: string
  browser: string
  present: Linking | null
}
