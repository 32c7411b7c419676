import type { ProviderName } from '@earshot/contract/sign-in'
import { and, eq, gt, inArray, lte } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import type { Transaction } from '../../db/database.ts'
import { socialAttempt } from '../../db/social-tables.ts'
import type { Attempt } from '../../sources/sign-in/sign-in.ts'
import { digestOf } from './digest.ts'

/** Seconds that somebody may take on the pages of a provider. */
export const attemptSeconds = 15 * 60

/** Remembers whom we send where. `browser` is for a cookie, so that nobody else can finish what this browser began. */
export async function beginAttempt(
  ctx: Ctx,
  tx: Transaction,
  provider: ProviderName,
): Promise<Attempt & { browser: string }> {
  const now = ctx.now()
  await forgetSome(tx, now)
  const attempt = { state: ctx.secret(), verifier: ctx.secret(), nonce: ctx.secret() }
  const browser = ctx.secret()
  await tx.insert(socialAttempt).values({
    stateDigest: digestOf(attempt.state),
    browserDigest: digestOf(browser),
    provider,
    verifier: attempt.verifier,
    nonce: attempt.nonce,
    expiresAt: new Date(now.getTime() + attemptSeconds * 1000),
  })
  return { ...attempt, browser }
}

/** What was remembered of whoever comes back, once; null for a state that is unknown, used, too old or of another browser. */
export async function takeAttempt(
  ctx: Ctx,
  tx: Transaction,
  { provider, state, browser }: { provider: ProviderName; state: string; browser: string },
): Promise<Attempt | null> {
  const [row] = await tx
    .delete(socialAttempt)
    .where(
      and(
        eq(socialAttempt.stateDigest, digestOf(state)),
        eq(socialAttempt.browserDigest, digestOf(browser)),
        eq(socialAttempt.provider, provider),
        gt(socialAttempt.expiresAt, ctx.now()),
      ),
    )
    .returning()
  return row ? { state, verifier: row.verifier, nonce: row.nonce } : null
}

/** Every attempt clears away two that are over, so that the table stays as small as the traffic. */
async function forgetSome(tx: Transaction, now: Date): Promise<void> {
  const over = tx
    .select({ stateDigest: socialAttempt.stateDigest })
    .from(socialAttempt)
    .where(lte(socialAttempt.expiresAt, now))
    .limit(2)
    .for('update', { skipLocked: true })
  await tx.delete(socialAttempt).where(inArray(socialAttempt.stateDigest, over))
}
