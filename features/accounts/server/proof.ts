import { eq } from 'drizzle-orm'
import { ApiError } from '#platform/contract/errors.ts'
import type { Ctx, PresentActor } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { passwordMatches } from './password.ts'
import { session } from './tables.ts'

/** The maximum minutes since the sign-in of a user without a password. */
const freshMinutes = 10

/** The action to confirm, and the key of the password in the body. */
export interface Purpose {
  /** As in "password is required to delete the account". */
  to: string
  key: 'password' | 'currentPassword'
}

/** Requires the correct password. Throws ValidationError. */
export async function requirePassword(
  passwordHash: string,
  password: string | undefined,
  { to, key }: Purpose,
): Promise<void> {
  if (password !== undefined && (await passwordMatches(password, passwordHash))) return
  const label = key === 'password' ? 'password' : 'current password'
  const message = password === undefined ? `${key} is required to ${to}` : `The provided ${label} is invalid`
  throw new ApiError('ValidationError', message, { errors: [{ path: [key], message, name: 'ValidationError' }] })
}

/** Requires a recent sign-in from users without a password. Throws ForbiddenError. */
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
