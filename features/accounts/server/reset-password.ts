import { and, asc, eq, ne } from 'drizzle-orm'
import type { Ctx } from '#platform/server/ctx.ts'
import { type Transaction, transaction } from '#platform/server/database/database.ts'
import { passwordChangedLetter } from '#platform/server/mail/letters.ts'
import { sendMail } from '#platform/server/mail/send-mail.ts'
import type { Identity, PasswordReset } from '../contract.ts'
import { takeCode, wrongCode } from './codes.ts'
import { forgotUrl } from './links.ts'
import { hashPassword } from './password.ts'
import { partFromOthers } from './proven-user.ts'
import { endAccess, openSession } from './sessions.ts'
import { socialIdentity, user } from './tables.ts'

import { codeBudgets, spend } from './throttle.ts'
import { refuseBlocked, type UserRow, writeUser } from './users.ts'

/**
 * Sets a new password with the code of a mail, and signs in with it. Whoever had a way into the account has none any
 * more, by way of an account elsewhere neither, nor those whom somebody let in who had made it with an address that was not confirmed. The code came to the user's
 * address, so that this is confirmed with it.
 */
export async function resetPassword(ctx: Ctx, input: PasswordReset & { address: string }): Promise<Identity> {
  await spend(ctx, codeBudgets(input.address))
  const passwordHash = await hashPassword(input.password)
  return transaction(ctx, async (tx) => {
    const { userId, email } = await takeCode(ctx, tx, input.code, ['reset'])
    const [before] = await tx.select().from(user).where(eq(user.id, userId))
    // The account has got another address since.
    if (before?.email.toLowerCase() !== email) throw wrongCode()
    if (before.confirmedAt === null) await partFromOthers(ctx, tx, userId)
    const row = await writeUser(ctx, tx, userId, {
      passwordHash,
      confirmedAt: before.confirmedAt ?? ctx.now(),
      confirmedUnseen: false,
    })
    refuseBlocked(row)
    await endAccess(ctx, tx, userId)
    const unlinked = await unlinkOthers(tx, before)
    const letter = passwordChangedLetter({ username: row.username, url: forgotUrl(ctx), unlinked })
    await sendMail(ctx, tx, { to: row.email, userId, ...letter })
    return openSession(ctx, tx, row)
  })
}

/**
 * Who came by the account may have linked one of theirs. Whose address is proven by a provider is linked again as they
 * come back by it. Without a password the first one is what the account began with, and stays. Answers whether any went.
 */
async function unlinkOthers(tx: Transaction, { id, passwordHash }: UserRow): Promise<boolean> {
  const own = eq(socialIdentity.userId, id)
  const [first] = await tx.select().from(socialIdentity).where(own).orderBy(asc(socialIdentity.createdAt)).limit(1)
  const stays = passwordHash === null && first ? ne(socialIdentity.id, first.id) : undefined
  return (await tx.delete(socialIdentity).where(and(own, stays)).returning()).length > 0
}
