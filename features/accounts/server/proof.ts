import { eq } from 'drizzle-orm'
import { ApiError } from '#platform/contract/errors.ts'
import type { Ctx, PresentActor } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { passwordMatches } from './password.ts'
import { session } from './tables.ts'

/** Who has no password must have signed in within so many minutes. */
const freshMinutes = 10

/** What is to be done, and the key of the body that has the password. */
export interface Purpose {
  /** As in "password is required to delete the account". */
  to: string
  key: 'password' | 'currentPassword'
}

/** That somebody knows their password. Throws ValidationError. */
export async function requirePassword(
  passwordHash: string,
  given: string | undefined,
  { to, key }: Purpose,
): Promise<void> {
  if (given !== undefined && (await passwordMatches(given, passwordHash))) return
  const known = key === 'password' ? 'password' : 'current password'
  const message = given === undefined ? `${key} is required to ${to}` : `The provided ${known} is invalid`
  throw new ApiError('ValidationError', message, { errors: [{ path: [key], message, name: 'ValidationError' }] })
}

/** For who has no password to prove themselves with: they have just signed in. Throws ForbiddenError. */
export async function requireFreshSession(
  ctx: Ctx,
  tx: Transaction,
  { sessionId }: PresentActor,
  { to }: Pick<Purpose, 'to'>,
): Promise<void> {
  const [row] = await tx.select().from(session).where(eq(session.id, sessionId))
  const since = row ? ctx.now().getTime() - row.createdAt.getTime() : Number.POSITIVE_INFINITY
  if (since <= freshMinutes * 60_000) return
  throw new ApiError('ForbiddenError', `Sign in again, then ${to} within ${freshMinutes} minutes.`, {
    reason: 'signInAgain',
  })
}
