import { eq } from 'drizzle-orm'
import { ApiError } from '#platform/contract/errors.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { type Transaction, transaction } from '#platform/server/database/database.ts'
import { sendMail } from '#platform/server/mail/send-mail.ts'
import { refund, spend } from '#platform/server/permissions/rate-limit.ts'
import { unconfirmedEmail } from '#platform/server/permissions/refusals.ts'
import { presentActor, signedInId } from '#platform/server/permissions/signed-in.ts'
import type {
  OwnerProof,
  TwoFactor,
  TwoFactorConfirmation,
  TwoFactorSetup,
  TwoFactorStart,
} from '../../contract-factors.ts'
import { wrongSecondFactor } from '../../contract-factors.ts'
import { accountUrl, forgotUrl } from '../links.ts'
import { closeSessions } from '../sessions/sessions.ts'
import { lockSignedIn } from '../sessions/signed-in.ts'
import { passwordBudgets, secondFactorBudgets } from '../throttle.ts'
import type { UserRow } from '../users.ts'
import { challengeExpired, consumeChallenge, deleteChallenges, issueChallenge } from './challenges.ts'
import { requireOwner, twoFactorOf } from './check-code.ts'
import { recoveryCodesLetter, twoFactorOffLetter, twoFactorOnLetter } from './letters.ts'
import { deleteRecoveryCodes, recoveryCodesLeft, renewRecoveryCodes } from './recovery-codes.ts'
import { twoFactor } from './tables.ts'
import { newTotpSecret, sealTotpSecret, stepOfCode, totpSecretOf, totpUri } from './totp.ts'

/** Returns whether the signed-in user has an authenticator app, and how many recovery codes are left. */
export function readTwoFactor(ctx: Ctx): Promise<TwoFactor> {
  return transaction(ctx, async (tx) => {
    const userId = signedInId(ctx)
    const row = await twoFactorOf(tx, userId)
    return {
      enabledAt: row?.createdAt.toISOString() ?? null,
      recoveryCodesLeft: row ? await recoveryCodesLeft(tx, userId) : 0,
    }
  })
}

/**
 * Starts setting up an authenticator app, and returns its key. Requires a confirmed address: otherwise someone could
 * register with another person's address and keep them out.
 */
export async function startTwoFactor(ctx: Ctx, { currentPassword }: TwoFactorStart): Promise<TwoFactorSetup> {
  const to = 'set up two-factor sign-in'
  const budgets = passwordBudgets(ctx)
  await spend(ctx, budgets)
  return transaction(ctx, async (tx) => {
    const user = await lockSignedIn(ctx, tx)
    if (user.confirmedAt === null) throw unconfirmedEmail(to)
    await requireOff(tx, user)
    await requireOwner(ctx, tx, user, { currentPassword, code: undefined, to })
    await refund(tx, budgets)
    const secret = newTotpSecret(ctx)
    const secretSealed = sealTotpSecret(ctx, secret)
    const { text, expiresAt } = await issueChallenge(ctx, tx, { kind: 'setup', userId: user.id, secretSealed })
    return { challenge: text, secret, uri: totpUri(secret, user.email), expiresAt: expiresAt.toISOString() }
  })
}

/**
 * Turns two-factor sign-in on with the first code of the app, and returns the recovery codes. Ends the other sessions,
 * which began without a code.
 */
export async function confirmTwoFactor(
  ctx: Ctx,
  { challenge, code, address }: TwoFactorConfirmation & { address: string },
): Promise<{ recoveryCodes: string[] }> {
  const { userId, sessionId } = presentActor(ctx)
  const budgets = secondFactorBudgets(userId, address)
  await spend(ctx, budgets)
  return transaction(ctx, async (tx) => {
    const user = await lockSignedIn(ctx, tx)
    await requireOff(tx, user)
    const setup = await consumeChallenge(ctx, tx, challenge, { kind: 'setup', userId })
    const secret = setup && totpSecretOf(ctx, setup)
    if (!setup?.secretSealed || !secret) throw challengeExpired('Start again.')
    const step = stepOfCode(secret, code.replace(/[\s-]/g, ''), ctx.now())
    // The rollback keeps the setup for another try.
    if (step === null) throw wrongFirstCode()
    await refund(tx, budgets)
    const { secretSealed } = setup
    await tx.insert(twoFactor).values({ userId, secretSealed, lastStep: step, createdAt: ctx.now() })
    const recoveryCodes = await renewRecoveryCodes(ctx, tx, userId)
    await deleteChallenges(tx, userId)
    await closeSessions(ctx, tx, userId, { but: sessionId })
    const letter = twoFactorOnLetter({ username: user.username, url: accountUrl(ctx) })
    await sendMail(ctx, tx, { to: user.email, userId, ...letter })
    return { recoveryCodes }
  })
}

/** Turns two-factor sign-in off. Needs the password and a code, since it makes every later sign-in weaker. */
export async function endTwoFactor(ctx: Ctx, proof: OwnerProof & { address: string }): Promise<void> {
  await provenOwner(ctx, proof, 'turn off two-factor sign-in', async (tx, user) => {
    await forgetTwoFactor(tx, user.id)
    const letter = twoFactorOffLetter({ username: user.username, url: forgotUrl(ctx) })
    await sendMail(ctx, tx, { to: user.email, userId: user.id, ...letter })
  })
}

/** Replaces the recovery codes, and returns the new ones. */
export function replaceRecoveryCodes(
  ctx: Ctx,
  proof: OwnerProof & { address: string },
): Promise<{ recoveryCodes: string[] }> {
  return provenOwner(ctx, proof, 'create recovery codes', async (tx, user) => {
    const recoveryCodes = await renewRecoveryCodes(ctx, tx, user.id)
    const letter = recoveryCodesLetter({ username: user.username, url: forgotUrl(ctx) })
    await sendMail(ctx, tx, { to: user.email, userId: user.id, ...letter })
    return { recoveryCodes }
  })
}

/** Deletes a user's authenticator app and recovery codes, and sign-ins that wait for a code. */
export async function forgetTwoFactor(tx: Transaction, userId: string): Promise<void> {
  await tx.delete(twoFactor).where(eq(twoFactor.userId, userId))
  await deleteRecoveryCodes(tx, userId)
  await deleteChallenges(tx, userId)
}

/** Changes the two-factor sign-in of its proven owner. Throws ConflictError if it is off. */
async function provenOwner<T>(
  ctx: Ctx,
  { address, currentPassword, code }: OwnerProof & { address: string },
  to: string,
  work: (tx: Transaction, user: UserRow) => Promise<T>,
): Promise<T> {
  const budgets = [...passwordBudgets(ctx), ...secondFactorBudgets(signedInId(ctx), address)]
  await spend(ctx, budgets)
  return transaction(ctx, async (tx) => {
    const user = await lockSignedIn(ctx, tx)
    if (!(await twoFactorOf(tx, user.id))) throw new ApiError('ConflictError', 'Two-factor sign-in is off.')
    await requireOwner(ctx, tx, user, { currentPassword, code, to })
    await refund(tx, budgets)
    return work(tx, user)
  })
}

async function requireOff(tx: Transaction, { id }: UserRow): Promise<void> {
  if (!(await twoFactorOf(tx, id))) return
  throw new ApiError('ConflictError', 'Two-factor sign-in is already on. Turn it off first to use another app.')
}

function wrongFirstCode(): ApiError {
  const message = `${wrongSecondFactor}. Check that the clock of your phone is right.`
  return new ApiError('ValidationError', message, { errors: [{ path: ['code'], message, name: 'ValidationError' }] })
}
