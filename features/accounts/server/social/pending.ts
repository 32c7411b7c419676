import { and, eq, gt, sql } from 'drizzle-orm'
import { ApiError } from '#platform/contract/errors.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { type Transaction, transaction } from '#platform/server/database/database.ts'
import { deleteSomeExpired } from '#platform/server/database/delete-some-expired.ts'
import { digestOf } from '#platform/server/digest.ts'
import { codeDigits, type PendingIdentity } from '../../contract.ts'
import { socialPending } from '../tables.ts'
import { codeDigest } from './digest.ts'
import type { ProviderIdentity } from './identities.ts'

/** The seconds to enter and confirm an address, and the minutes until a code expires. */
export const pendingSeconds = 60 * 60
export const codeMinutes = 15
/** The number of attempts per code. */
const triesMost = 5

/** Saves an identity until its user has confirmed an address. `browser` belongs in a cookie. */
export async function savePending(ctx: Ctx, tx: Transaction, outsider: ProviderIdentity): Promise<{ browser: string }> {
  const now = ctx.now()
  await deleteSomeExpired(tx, { key: socialPending.browserDigest, until: socialPending.expiresAt, now })
  const browser = ctx.secret()
  const expiresAt = new Date(now.getTime() + pendingSeconds * 1000)
  const { provider, subject, username } = outsider
  await tx.insert(socialPending).values({ browserDigest: digestOf(browser), provider, subject, username, expiresAt })
  return { browser }
}

/** Returns this browser's identity that waits for an address. Throws NotFoundError if there is none. */
export async function readPending(ctx: Ctx, browser: string | null): Promise<PendingIdentity> {
  const [row] = await transaction(ctx, (tx) => tx.select().from(socialPending).where(ofBrowser(ctx, browser)))
  if (!row) throw signInExpired()
  const { provider, username, email } = row
  return { provider, username, email }
}

/** Saves an address and issues its code, which invalidates the previous one. */
export async function setEmail(
  ctx: Ctx,
  tx: Transaction,
  browser: string | null,
  email: string,
): Promise<ProviderIdentity & { code: string; codeExpiresAt: Date }> {
  // Taken from 256 bits, so that all codes are equally likely.
  const number = BigInt(`0x${Buffer.from(ctx.secret(), 'base64url').toString('hex')}`) % 10n ** BigInt(codeDigits)
  const code = String(number).padStart(codeDigits, '0')
  const codeExpiresAt = new Date(ctx.now().getTime() + codeMinutes * 60_000)
  const digest = codeDigest(ctx, digestOf(browser ?? ''), code)
  const [row] = await tx
    .update(socialPending)
    .set({ email, codeDigest: digest, triesLeft: triesMost, codeExpiresAt })
    .where(ofBrowser(ctx, browser))
    .returning()
  if (!row) throw signInExpired()
  const { provider, subject, username } = row
  return { provider, subject, username, code, codeExpiresAt }
}

/**
 * Uses one attempt of the current code, in a separate transaction so that a wrong code counts. Throws NotFoundError if
 * no identity is pending, and ValidationError for a code that is wrong, expired or out of attempts.
 */
export async function checkCode(ctx: Ctx, browser: string | null, code: string): Promise<void> {
  const row = await transaction(ctx, async (tx) => {
    const [tried] = await tx
      .update(socialPending)
      .set({ triesLeft: sql`greatest(${socialPending.triesLeft} - 1, -1)` })
      .where(ofBrowser(ctx, browser))
      .returning()
    return tried
  })
  if (!row) throw signInExpired()
  const isOver = row.codeExpiresAt === null || row.codeExpiresAt <= ctx.now() || row.triesLeft < 0
  if (isOver) throw new ApiError('ValidationError', 'This code has expired. Request a new one.')
  if (row.codeDigest !== codeDigest(ctx, row.browserDigest, code)) {
    const left = row.triesLeft
    const again = left === 0 ? 'Request a new one.' : left === 1 ? '1 attempt left.' : `${left} attempts left.`
    throw new ApiError('ValidationError', `Incorrect code. ${again}`)
  }
}

/** Consumes the pending identity with its confirmed address. Throws NotFoundError if it was already consumed. */
export async function consumePending(
  ctx: Ctx,
  tx: Transaction,
  browser: string | null,
  code: string,
): Promise<ProviderIdentity & { email: string }> {
  const digest = codeDigest(ctx, digestOf(browser ?? ''), code)
  const [row] = await tx
    .delete(socialPending)
    .where(and(ofBrowser(ctx, browser), eq(socialPending.codeDigest, digest)))
    .returning()
  if (!row || row.email === null) throw signInExpired()
  const { provider, subject, username, email } = row
  return { provider, subject, username, email }
}

function ofBrowser(ctx: Ctx, browser: string | null) {
  return and(eq(socialPending.browserDigest, digestOf(browser ?? '')), gt(socialPending.expiresAt, ctx.now()))
}

function signInExpired(): ApiError {
  return new ApiError('NotFoundError', 'The sign-in expired. Try again.')
}
