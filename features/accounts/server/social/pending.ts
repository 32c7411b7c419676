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

/** Seconds that somebody may take to say their address and confirm it, and that one code is good. */
export const pendingSeconds = 60 * 60
export const codeMinutes = 15
/** How often a code may be typed. */
const triesMost = 5

/** Keeps who came back until they have confirmed an address. `browser` is for a cookie. */
export async function savePending(ctx: Ctx, tx: Transaction, outsider: ProviderIdentity): Promise<{ browser: string }> {
  const now = ctx.now()
  await deleteSomeExpired(tx, { key: socialPending.browserDigest, until: socialPending.expiresAt, now })
  const browser = ctx.secret()
  const expiresAt = new Date(now.getTime() + pendingSeconds * 1000)
  const { provider, subject, username } = outsider
  await tx.insert(socialPending).values({ browserDigest: digestOf(browser), provider, subject, username, expiresAt })
  return { browser }
}

/** Who waits in this browser for an address to be confirmed. Throws NotFoundError for nobody. */
export async function readPending(ctx: Ctx, browser: string | null): Promise<PendingIdentity> {
  const [row] = await transaction(ctx, (tx) => tx.select().from(socialPending).where(ofBrowser(ctx, browser)))
  if (!row) throw nobodyWaits()
  const { provider, username, email } = row
  return { provider, username, email }
}

/** Notes an address and makes the code for it; the code before it is no good any more. */
export async function setEmail(
  ctx: Ctx,
  tx: Transaction,
  browser: string | null,
  email: string,
): Promise<ProviderIdentity & { code: string; codeExpiresAt: Date }> {
  // Taken from 256 bits, so that every code is as likely as any other.
  const number = BigInt(`0x${Buffer.from(ctx.secret(), 'base64url').toString('hex')}`) % 10n ** BigInt(codeDigits)
  const code = String(number).padStart(codeDigits, '0')
  const codeExpiresAt = new Date(ctx.now().getTime() + codeMinutes * 60_000)
  const digest = codeDigest(ctx, digestOf(browser ?? ''), code)
  const [row] = await tx
    .update(socialPending)
    .set({ email, codeDigest: digest, triesLeft: triesMost, codeExpiresAt })
    .where(ofBrowser(ctx, browser))
    .returning()
  if (!row) throw nobodyWaits()
  const { provider, subject, username } = row
  return { provider, subject, username, code, codeExpiresAt }
}

/**
 * Takes one try from the code that was sent, in a transaction of its own so that a wrong one counts. Throws
 * NotFoundError where nobody waits, ValidationError for a code that is wrong, too old or was tried too often.
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
  if (!row) throw nobodyWaits()
  const isOver = row.codeExpiresAt === null || row.codeExpiresAt <= ctx.now() || row.triesLeft < 0
  if (isOver) throw new ApiError('ValidationError', 'This code has expired. Request a new one.')
  if (row.codeDigest !== codeDigest(ctx, row.browserDigest, code)) {
    const left = row.triesLeft
    const again = left === 0 ? 'Request a new one.' : left === 1 ? '1 attempt left.' : `${left} attempts left.`
    throw new ApiError('ValidationError', `Incorrect code. ${again}`)
  }
}

/** Ends the waiting with the confirmed address, once. Throws NotFoundError where it has ended already. */
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
  if (!row || row.email === null) throw nobodyWaits()
  const { provider, subject, username, email } = row
  return { provider, subject, username, email }
}

function ofBrowser(ctx: Ctx, browser: string | null) {
  return and(eq(socialPending.browserDigest, digestOf(browser ?? '')), gt(socialPending.expiresAt, ctx.now()))
}

function nobodyWaits(): ApiError {
  return new ApiError('NotFoundError', 'The sign-in expired. Try again.')
}
