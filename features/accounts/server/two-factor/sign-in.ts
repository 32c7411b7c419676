import { eq } from 'drizzle-orm'
import { ApiError } from '#platform/contract/errors.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { type Transaction, transaction } from '#platform/server/database/database.ts'
import { refund, spend } from '#platform/server/permissions/rate-limit.ts'
import { user } from '#platform/server/tenancy/tables.ts'
import type { Identity } from '../../contract.ts'
import { openSession } from '../sessions/sessions.ts'
import { challengeBudgets, secondFactorBudgets } from '../throttle.ts'
import { requireUnblocked, type UserRow } from '../users.ts'
import { challengedUser, challengeExpired, consumeChallenge, issueChallenge } from './challenges.ts'
import { requireCode, twoFactorOf } from './check-code.ts'

/** The result of a sign-in's first factor: a session, or a challenge to answer with a code. */
export type FirstStep =
  | { state: 'signedIn'; identity: Identity }
  | { state: 'codeNeeded'; challenge: string; expiresAt: Date }

/**
 * Starts a session or, for a user with two-factor sign-in, issues a challenge. Every way to sign in that isn't strong
 * by itself ends here (docs/decisions/0129).
 */
export async function takeFirstStep(ctx: Ctx, tx: Transaction, row: UserRow): Promise<FirstStep> {
  if (!(await twoFactorOf(tx, row.id))) return { state: 'signedIn', identity: await openSession(ctx, tx, row) }
  const { text, expiresAt } = await issueChallenge(ctx, tx, { kind: 'code', userId: row.id })
  return { state: 'codeNeeded', challenge: text, expiresAt }
}

/** Returns the new session of a sign-in. Throws ForbiddenError with the challenge if a code is needed. */
export function identityOf(step: FirstStep): Identity {
  if (step.state === 'signedIn') return step.identity
  throw new ApiError('ForbiddenError', 'Enter the code from your authenticator app, or a recovery code.', {
    reason: 'secondFactor',
    challenge: step.challenge,
    expiresAt: step.expiresAt.toISOString(),
  })
}

/**
 * Completes a sign-in with a code. A wrong code leaves the challenge for another try; attempts are limited. Throws
 * ValidationError.
 */
export async function takeSecondStep(
  ctx: Ctx,
  { challenge, code, address }: { challenge: string; code: string; address: string },
): Promise<Identity> {
  const lookups = challengeBudgets(address)
  await spend(ctx, lookups)
  const userId = await transaction(ctx, (tx) => challengedUser(ctx, tx, challenge))
  if (userId === null) throw challengeExpired('Sign in again.')
  const budgets = secondFactorBudgets(userId, address)
  await spend(ctx, budgets)
  return transaction(ctx, async (tx) => {
    // Locked like for every change of an account: a new password in the meantime has deleted the challenge.
    const [row] = await tx.select().from(user).where(eq(user.id, userId)).for('no key update')
    const answered = await consumeChallenge(ctx, tx, challenge, { kind: 'code', userId })
    if (!row || !answered) throw challengeExpired('Sign in again.')
    requireUnblocked(row)
    await requireCode(ctx, tx, row, code)
    await refund(tx, [...lookups, ...budgets])
    return openSession(ctx, tx, row)
  })
}
