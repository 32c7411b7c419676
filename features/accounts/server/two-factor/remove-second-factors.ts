import { eq } from 'drizzle-orm'
import { audit } from '#platform/server/audit.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { transaction } from '#platform/server/database/database.ts'
import { sendMail } from '#platform/server/mail/send-mail.ts'
import { member, user } from '#platform/server/tenancy/tables.ts'
import { accountOf } from '../confirm-account.ts'
import { noAccount } from '../confirm-email.ts'
import { forgotUrl } from '../links.ts'
import { dropPasskeys } from '../passkeys/settings.ts'
import { closeSessions } from '../sessions/sessions.ts'
import { twoFactorOf } from './check-code.ts'
import { secondFactorsRemovedLetter } from './letters.ts'
import { forgetTwoFactor } from './settings.ts'

/**
 * Turns off two-factor sign-in for the operator and removes the passkeys, for a user who lost the app and the recovery
 * codes. Ends all sessions, since the device may be in other hands, and mails the user. Each project of the account
 * gets an audit entry. Returns false if there was nothing to remove. Throws NotFoundError if no account has the address.
 */
export async function removeSecondFactors(ctx: Ctx, email: string): Promise<boolean> {
  const { userId, projects } = await transaction(ctx, (tx) => accountOf(tx, email))
  return transaction(
    ctx,
    async (tx) => {
      const [row] = await tx.select().from(user).where(eq(user.id, userId)).for('no key update')
      if (!row) throw noAccount(email)
      const wasOn = (await twoFactorOf(tx, userId)) !== null
      const passkeys = await dropPasskeys(tx, userId)
      if (!wasOn && passkeys === 0) return false
      await forgetTwoFactor(tx, userId)
      await closeSessions(ctx, tx, userId, 'all')
      const memberships = await tx.select().from(member).where(eq(member.userId, userId))
      for (const { projectId, id } of memberships) {
        await audit(ctx, tx, { projectId, action: 'member.secondFactorsRemove', subjectId: id })
      }
      const letter = secondFactorsRemovedLetter({ username: row.username, url: forgotUrl(ctx) })
      await sendMail(ctx, tx, { to: row.email, userId, ...letter })
      return true
    },
    { alsoProjects: projects },
  )
}
