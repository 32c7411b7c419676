import { and, eq, sql } from 'drizzle-orm'
import { ApiError } from '#platform/contract/errors.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { type Transaction, transaction } from '#platform/server/database/database.ts'
import { addressChangedLetter } from '#platform/server/mail/letters.ts'
import { sendMail } from '#platform/server/mail/send-mail.ts'
import { spend } from '#platform/server/permissions/rate-limit.ts'
import { user } from '#platform/server/tenancy/tables.ts'
import { isAdminAddress } from './admins.ts'
import { consumeCode, invalidCode } from './codes.ts'
import { endAccess } from './sessions/sessions.ts'
import { userCode } from './tables.ts'
import { codeBudgets } from './throttle.ts'

import { writeUser } from './users.ts'

/** Confirms an address by the code emailed to it: the user's current address, or the new one they requested. */
export async function confirmEmail(
  ctx: Ctx,
  { confirmation, address }: { confirmation: string; address: string },
): Promise<{ confirmed: true }> {
  await spend(ctx, codeBudgets(address))
  await transaction(ctx, async (tx) => {
    const { userId, email, purpose } = await consumeCode(ctx, tx, confirmation, ['confirmation', 'change'])
    requireAdminInPerson(ctx, userId, email)
    if (purpose === 'change') await moveTo(ctx, tx, userId, email)
    else await confirm(ctx, tx, userId, email)
  })
  return { confirmed: true }
}

/**
 * Confirms an account's address on behalf of the operator, who may do so for admin addresses too. Invalidates the
 * emailed link. Returns false if it is already confirmed. Throws NotFoundError if the account's address has changed.
 */
export async function confirmByOperator(ctx: Ctx, tx: Transaction, userId: string, email: string): Promise<boolean> {
  const wanted = and(eq(user.id, userId), sql`lower(${user.email}) = lower(${email})`)
  const [row] = await tx.select().from(user).where(wanted).for('no key update')
  if (!row) throw noAccount(email)
  if (row.confirmedAt !== null) return false
  await tx.delete(userCode).where(and(eq(userCode.userId, userId), eq(userCode.purpose, 'confirmation')))
  await confirm(ctx, tx, userId, email)
  return true
}

export function noAccount(email: string): ApiError {
  return new ApiError(
    'NotFoundError',
    `no account has the email ${email}. Check the spelling, or sign up with it first`,
  )
}

/**
 * Requires the user to be signed in to confirm an admin's address. Mail scanners open links too, and would otherwise
 * confirm an account that someone else registered with that address.
 */
function requireAdminInPerson(ctx: Ctx, userId: string, email: string): void {
  if (isInPerson(ctx, userId) || !isAdminAddress(ctx, email)) return
  throw new ApiError('ForbiddenError', 'Sign in to the account with this email first, then open the link again')
}

/** Returns whether the user who opens the link is signed in to the account that it confirms. */
function isInPerson({ actor }: Ctx, userId: string): boolean {
  return actor.kind === 'user' && actor.userId === userId && !actor.acting
}

async function confirm(ctx: Ctx, tx: Transaction, userId: string, email: string): Promise<void> {
  const now = ctx.now()
  const confirmed = await tx
    .update(user)
    .set({
      confirmedAt: sql`coalesce(${user.confirmedAt}, ${now.toISOString()})`,
      confirmedUnseen: !isInPerson(ctx, userId),
      updatedAt: now,
    })
    .where(and(eq(user.id, userId), sql`lower(${user.email}) = lower(${email})`))
    .returning({ id: user.id })
  // The account's address has changed since.
  if (confirmed.length === 0) throw invalidCode(['confirmation'])
}

/** Applies the new address. A username that equals the old address changes too. */
async function moveTo(ctx: Ctx, tx: Transaction, userId: string, email: string): Promise<void> {
  const [before] = await tx.select().from(user).where(eq(user.id, userId)).for('no key update')
  if (!before) throw invalidCode(['change'])
  const username = before.username.toLowerCase() === before.email.toLowerCase() ? email : before.username
  const row = await writeUser(ctx, tx, userId, {
    ...{ email, username, confirmedAt: ctx.now() },
    confirmedUnseen: !isInPerson(ctx, userId),
  })
  await endAccess(ctx, tx, userId)
  const letter = addressChangedLetter({ username: row.username, newEmail: email })
  await sendMail(ctx, tx, { to: before.email, userId, ...letter })
}
