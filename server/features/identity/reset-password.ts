import type { Identity, PasswordReset } from '@earshot/contract/endpoints/identity'
import { sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { transaction } from '../../db/database.ts'
import { user } from '../../db/schema.ts'
import { passwordChangedLetter } from '../../mail/letters.ts'
import { sendMail } from '../../mail/send-mail.ts'
import { takeCode } from './codes.ts'
import { forgotUrl } from './links.ts'
import { hashPassword } from './password.ts'
import { endAccess, openSession } from './sessions.ts'
import { codeBudgets, spend } from './throttle.ts'
import { refuseBlocked, writeUser } from './users.ts'

/**
 * Sets a new password with the code of a mail, and signs in with it. Whoever had a way into the account has none any
 * more. The code came to the user's address, so that this is confirmed with it.
 */
export async function resetPassword(ctx: Ctx, input: PasswordReset & { address: string }): Promise<Identity> {
  await spend(ctx, codeBudgets(input.address))
  const passwordHash = await hashPassword(input.password)
  return transaction(ctx, async (tx) => {
    const { userId, email } = await takeCode(ctx, tx, input.code, ['reset'])
    const isStill = sql`lower(${user.email}) = lower(${email})`
    const confirmedAt = sql`case when ${isStill} then coalesce(${user.confirmedAt}, ${ctx.now().toISOString()}) else ${user.confirmedAt} end`
    const row = await writeUser(ctx, tx, userId, { passwordHash, confirmedAt })
    refuseBlocked(row)
    await endAccess(ctx, tx, userId)
    const letter = passwordChangedLetter({ username: row.username, url: forgotUrl(ctx) })
    await sendMail(ctx, tx, { to: row.email, userId, ...letter })
    return openSession(ctx, tx, row)
  })
}
