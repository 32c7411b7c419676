import { and, eq, lt } from 'drizzle-orm'
import { ApiError } from '#platform/contract/errors.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { sendMail } from '#platform/server/mail/send-mail.ts'
import { presentActor } from '#platform/server/permissions/signed-in.ts'
import { wrongSecondFactor } from '../../contract-factors.ts'
import { accountUrl } from '../links.ts'
import { requireFreshSession, requirePassword } from '../proof.ts'
import type { UserRow } from '../users.ts'
import { recoveryCodeUsedLetter } from './letters.ts'
import { consumeRecoveryCode, recoveryCodesLeft } from './recovery-codes.ts'
import { twoFactor } from './tables.ts'
import { stepOfCode, totpSecretOf } from './totp.ts'

type TwoFactorRow = typeof twoFactor.$inferSelect

/** Returns a user's authenticator app; null if two-factor sign-in is off. */
export async function twoFactorOf(tx: Transaction, userId: string): Promise<TwoFactorRow | null> {
  const [row] = await tx.select().from(twoFactor).where(eq(twoFactor.userId, userId))
  return row ?? null
}

/**
 * Requires a code from the app or a recovery code, and uses it up: neither works a second time. A user who runs out of
 * recovery codes learns it from the mail. Throws ValidationError. Call spend() with secondFactorBudgets first.
 */
export async function requireCode(ctx: Ctx, tx: Transaction, user: UserRow, typed: string): Promise<void> {
  const code = typed.replace(/[\s-]/g, '')
  const right = /^\d{6}$/.test(code) ? await isFromApp(ctx, tx, user.id, code) : await isRecovery(ctx, tx, user, code)
  if (!right) throw codeFault(wrongSecondFactor)
}

/** The condition lets only one of two requests with the same code through. */
async function isFromApp(ctx: Ctx, tx: Transaction, userId: string, code: string): Promise<boolean> {
  const row = await twoFactorOf(tx, userId)
  const secret = row && totpSecretOf(ctx, row)
  const step = secret ? stepOfCode(secret, code, ctx.now()) : null
  if (step === null) return false
  const accepted = await tx
    .update(twoFactor)
    .set({ lastStep: step })
    .where(and(eq(twoFactor.userId, userId), lt(twoFactor.lastStep, step)))
    .returning({ userId: twoFactor.userId })
  return accepted.length > 0
}

async function isRecovery(ctx: Ctx, tx: Transaction, user: UserRow, code: string): Promise<boolean> {
  if (!(await consumeRecoveryCode(tx, user.id, code))) return false
  const left = await recoveryCodesLeft(tx, user.id)
  const letter = recoveryCodeUsedLetter({ username: user.username, left, url: accountUrl(ctx) })
  await sendMail(ctx, tx, { to: user.email, userId: user.id, ...letter })
  return true
}

/**
 * Requires what only the owner has, since a stolen session must not be enough: the password or, without one, a recent
 * sign-in; and with two-factor sign-in a code. `to` says what for: "add a passkey". Throws ValidationError or
 * ForbiddenError.
 */
export async function requireOwner(
  ctx: Ctx,
  tx: Transaction,
  user: UserRow,
  { currentPassword, code, to }: { currentPassword: string | undefined; code: string | undefined; to: string },
): Promise<void> {
  if (user.passwordHash === null) await requireFreshSession(ctx, tx, presentActor(ctx), { to })
  else await requirePassword(user.passwordHash, currentPassword, { to, key: 'currentPassword' })
  if (!(await twoFactorOf(tx, user.id))) return
  if (code === undefined) throw codeFault(`code is required to ${to}`)
  await requireCode(ctx, tx, user, code)
}

function codeFault(message: string): ApiError {
  return new ApiError('ValidationError', message, { errors: [{ path: ['code'], message, name: 'ValidationError' }] })
}
