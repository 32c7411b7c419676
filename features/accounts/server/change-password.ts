import { ApiError } from '#platform/contract/errors.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { transaction } from '#platform/server/database/database.ts'
import { passwordChangedLetter } from '#platform/server/mail/letters.ts'
import { sendMail } from '#platform/server/mail/send-mail.ts'
import type { Identity, PasswordChange } from '../contract.ts'
import { forgotUrl } from './links.ts'
import { hashPassword, passwordMatches } from './password.ts'
import { endAccess, openSession } from './sessions.ts'
import { lockSignedIn } from './signed-in.ts'
import { giveBack, passwordBudgets, spend } from './throttle.ts'
import { writeUser } from './users.ts'

/**
 * Sets a new password where the present one is known, and signs in anew: every other way into the account is closed.
 * The row is held meanwhile, so that of two changes with one present password the second finds it changed.
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
    const row = await writeUser(ctx, tx, userId, { passwordHash: await hashPassword(input.password) })
    await giveBack(tx, budgets)
    await endAccess(ctx, tx, userId)
    const letter = passwordChangedLetter({ username: row.username, url: forgotUrl(ctx) })
    await sendMail(ctx, tx, { to: row.email, userId, ...letter })
    return openSession(ctx, tx, row)
  })
}
