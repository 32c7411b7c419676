import { and, asc, eq, ne } from 'drizzle-orm'
import { ApiError } from '#platform/contract/errors.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { type Transaction, transaction } from '#platform/server/database/database.ts'
import { passwordChangedLetter, resetLetter } from '#platform/server/mail/letters.ts'
import { sendMail } from '#platform/server/mail/send-mail.ts'
import { refund, spend } from '#platform/server/permissions/rate-limit.ts'
import { user } from '#platform/server/tenancy/tables.ts'
import type { Address, Identity, PasswordChange, PasswordReset } from '../contract.ts'
import { codeMinutes, consumeCode, invalidCode, issueCode } from './codes.ts'
import { forgotUrl, resetUrl } from './links.ts'
import { dropPasskeys } from './passkeys/settings.ts'
import { hashPassword, passwordMatches } from './password.ts'
import { removeSharedAccess } from './proven-user.ts'
import { endAccess, openSession } from './sessions/sessions.ts'
import { lockSignedIn } from './sessions/signed-in.ts'
import { socialIdentity } from './tables.ts'
import { codeBudgets, mailBudgets, passwordBudgets } from './throttle.ts'
import { twoFactorOf } from './two-factor/check-code.ts'
import { identityOf, takeFirstStep } from './two-factor/sign-in.ts'
import { findRecipient, requireUnblocked, type UserRow, writeUser } from './users.ts'

/**
 * Changes the password, given the current one, and signs in again. Ends all other access to the account. Locks the row,
 * so that the second of two concurrent changes finds the password changed.
 */
export async function changePassword(ctx: Ctx, input: PasswordChange): Promise<Identity> {
  const budgets = passwordBudgets(ctx)
  await spend(ctx, budgets)
  return transaction(ctx, async (tx) => {
    const { id: userId, passwordHash: present } = await lockSignedIn(ctx, tx)
    if (!(await passwordMatches(input.currentPassword, present))) {
      throw new ApiError('ValidationError', 'The provided current password is invalid')
    }
    if (await passwordMatches(input.password, present)) {
      throw new ApiError('ValidationError', 'Your new password must be different than your current password')
    }
    const row = await writeUser(ctx, tx, userId, { passwordHash: await hashPassword(input.password, ctx.passwordCost) })
    await refund(tx, budgets)
    await endAccess(ctx, tx, userId)
    const letter = passwordChangedLetter({ username: row.username, url: forgotUrl(ctx) })
    await sendMail(ctx, tx, { to: row.email, userId, ...letter })
    return openSession(ctx, tx, row)
  })
}

/**
 * Emails a link to reset a password. Response, status and work are the same for unknown addresses and blocked users
 * (DECISIONS 8).
 */
export async function forgotPassword(
  ctx: Ctx,
  { email, address }: Address & { address: string },
): Promise<{ ok: true }> {
  await spend(ctx, mailBudgets('reset', email, address))
  await mailReset(ctx, email)
  return { ok: true }
}

/** Sends the reset mail to the owner of the address. */
async function mailReset(ctx: Ctx, email: string): Promise<void> {
  await transaction(ctx, async (tx) => {
    const { userId, username, to } = await findRecipient(tx, email)
    const { code, expiresAt } = await issueCode(ctx, tx, { userId, purpose: 'reset', email: email.toLowerCase() })
    const letter = resetLetter({ username, url: resetUrl(ctx, code), minutes: codeMinutes.reset })
    await sendMail(ctx, tx, { to, userId, usefulUntil: expiresAt, ...letter })
  })
}

/** Emails the signed-in user a link to set a first password. Uses mail, since a stolen session must not be enough. */
export async function mailPasswordLink(
  ctx: Ctx,
  { address }: { address: string },
): Promise<{ email: string; sent: true }> {
  const { email, passwordHash } = await transaction(ctx, (tx) => lockSignedIn(ctx, tx))
  if (passwordHash !== null) throw new ApiError('ConflictError', 'You already have a password. Change it instead.')
  await spend(ctx, mailBudgets('reset', email, address))
  await mailReset(ctx, email)
  return { email, sent: true }
}

/**
 * Sets a new password, given the code from a mail, and signs in. Ends all other access to the account, including linked
 * accounts and members added before the address was confirmed. The code also confirms the address, to which it was
 * sent. With two-factor sign-in the password is set, and then ForbiddenError with a challenge is thrown.
 */
export async function resetPassword(ctx: Ctx, input: PasswordReset & { address: string }): Promise<Identity> {
  await spend(ctx, codeBudgets(input.address))
  const passwordHash = await hashPassword(input.password, ctx.passwordCost)
  const step = await transaction(ctx, async (tx) => {
    const { userId, email } = await consumeCode(ctx, tx, input.code, ['reset'])
    const [before] = await tx.select().from(user).where(eq(user.id, userId))
    // The account's address has changed since.
    if (before?.email.toLowerCase() !== email) throw invalidCode(['reset'])
    if (before.confirmedAt === null) await removeSharedAccess(ctx, tx, userId)
    const row = await writeUser(ctx, tx, userId, {
      passwordHash,
      confirmedAt: before.confirmedAt ?? ctx.now(),
      confirmedUnseen: false,
    })
    requireUnblocked(row)
    await endAccess(ctx, tx, userId)
    const unlinked = await unlinkOthers(tx, before)
    // An intruder may have added a passkey, unless it took a code too.
    const passkeysRemoved = !(await twoFactorOf(tx, userId)) && (await dropPasskeys(tx, userId)) > 0
    const letter = passwordChangedLetter({ username: row.username, url: forgotUrl(ctx), unlinked, passkeysRemoved })
    await sendMail(ctx, tx, { to: row.email, userId, ...letter })
    return takeFirstStep(ctx, tx, row)
  })
  return identityOf(step)
}

/**
 * Unlinks provider accounts, since an intruder may have linked theirs. The owner's are linked again at the next sign-in
 * with a verified address. Without a password, the oldest stays, since the account was created with it. Returns whether
 * any was unlinked.
 */
async function unlinkOthers(tx: Transaction, { id, passwordHash }: UserRow): Promise<boolean> {
  const own = eq(socialIdentity.userId, id)
  const [first] = await tx.select().from(socialIdentity).where(own).orderBy(asc(socialIdentity.createdAt)).limit(1)
  const stays = passwordHash === null && first ? ne(socialIdentity.id, first.id) : undefined
  return (await tx.delete(socialIdentity).where(and(own, stays)).returning()).length > 0
}
