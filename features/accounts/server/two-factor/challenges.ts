import { and, eq, gt } from 'drizzle-orm'
import { ApiError } from '#platform/contract/errors.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { deleteSomeExpired } from '#platform/server/database/delete-some-expired.ts'
import { digestOf } from '#platform/server/digest.ts'
import { challenge } from './tables.ts'

type ChallengeRow = typeof challenge.$inferSelect
type Kind = ChallengeRow['kind']

/** The seconds until a challenge expires. Sign-in pages wait for a passkey while they are open. */
export const challengeSeconds: Record<Kind, number> = {
  code: 10 * 60,
  passkey: 60 * 60,
  registration: 10 * 60,
  setup: 30 * 60,
}

/** Issues a challenge and returns its text: 256 random bits. Only its digest is stored. */
export async function issueChallenge(
  ctx: Ctx,
  tx: Transaction,
  about: { kind: Kind; userId: string | null; secretSealed?: string },
): Promise<{ text: string; expiresAt: Date }> {
  const now = ctx.now()
  await deleteSomeExpired(tx, { key: challenge.digest, until: challenge.expiresAt, now })
  const text = ctx.secret()
  const expiresAt = new Date(now.getTime() + challengeSeconds[about.kind] * 1000)
  await tx.insert(challenge).values({ ...about, digest: digestOf(text), expiresAt })
  return { text, expiresAt }
}

/** Consumes a challenge. Null if it is unknown, used, expired, or of another kind or user. */
export async function consumeChallenge(
  ctx: Ctx,
  tx: Transaction,
  text: string,
  about: { kind: Kind; userId?: string },
): Promise<ChallengeRow | null> {
  const owned = about.userId === undefined ? undefined : eq(challenge.userId, about.userId)
  const [row] = await tx
    .delete(challenge)
    .where(and(isValid(ctx, text, about.kind), owned))
    .returning()
  return row ?? null
}

/** Returns the user of an unfinished sign-in without using the challenge up; null if it isn't valid. */
export async function challengedUser(ctx: Ctx, tx: Transaction, text: string): Promise<string | null> {
  const [row] = await tx
    .select({ userId: challenge.userId })
    .from(challenge)
    .where(isValid(ctx, text, 'code'))
  return row?.userId ?? null
}

/** Invalidates everything that a user has begun: their access changed. */
export async function deleteChallenges(tx: Transaction, userId: string): Promise<void> {
  await tx.delete(challenge).where(eq(challenge.userId, userId))
}

function isValid(ctx: Ctx, text: string, kind: Kind) {
  return and(eq(challenge.digest, digestOf(text)), eq(challenge.kind, kind), gt(challenge.expiresAt, ctx.now()))
}

/** The error for a challenge that isn't valid, whatever the reason. */
export function challengeExpired(again: string): ApiError {
  return new ApiError('ValidationError', `This took too long or was already used. ${again}`, { reason: 'expired' })
}
