import { eq } from 'drizzle-orm'
import { ApiError } from '#platform/contract/errors.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { type Transaction, transaction } from '#platform/server/database/database.ts'
import { refund, spend } from '#platform/server/permissions/rate-limit.ts'
import { user } from '#platform/server/tenancy/tables.ts'
import { type Credentials, type Identity, strapiMessages } from '../../contract.ts'
import { passwordMatches } from '../password.ts'
import { loginBudgets } from '../throttle.ts'
import { identityOf, takeFirstStep } from '../two-factor/sign-in.ts'
import { requireUnblocked, type UserRow, userByIdentifier } from '../users.ts'

/**
 * Signs in by email or username. Unknown names and wrong passwords get the same response and time (DECISIONS 8). Throws
 * ForbiddenError with a challenge for users with two-factor sign-in.
 */
export async function login(ctx: Ctx, input: Credentials & { address: string }): Promise<Identity> {
  const budgets = loginBudgets(input.identifier, input.address)
  await spend(ctx, budgets)
  const row = await transaction(ctx, (tx) => userByIdentifier(tx, input.identifier))
  const right = await passwordMatches(input.password, row?.passwordHash ?? null)
  if (!row || !right) throw wrong()
  requireUnblocked(row)
  const step = await transaction(ctx, async (tx) => {
    if (!(await isStillRight(tx, row))) throw wrong()
    await refund(tx, budgets)
    return takeFirstStep(ctx, tx, row)
  })
  return identityOf(step)
}

/** Returns whether the password is unchanged: it may have been changed, and all sessions ended, during the check. */
async function isStillRight(tx: Transaction, { id, passwordHash }: UserRow): Promise<boolean> {
  const [row] = await tx.select({ now: user.passwordHash }).from(user).where(eq(user.id, id)).for('share')
  return row?.now === passwordHash
}

function wrong(): ApiError {
  return new ApiError('ValidationError', strapiMessages.wrongCredentials)
}
