import type { Ctx } from '#platform/server/ctx.ts'
import { transaction } from '#platform/server/database/database.ts'
import { resetLetter } from '#platform/server/mail/letters.ts'
import { sendMail } from '#platform/server/mail/send-mail.ts'
import type { Address } from '../contract.ts'
import { codeMinutes, issueCode } from './codes.ts'
import { resetUrl } from './links.ts'
import { mailBudgets, spend } from './throttle.ts'
import { mailable } from './users.ts'

/**
 * Mails a link to set a new password with. Answer, status and work are the same where nobody has the address, or who has
 * it is blocked (DECISIONS 8).
 */
export async function forgotPassword(
  ctx: Ctx,
  { email, address }: Address & { address: string },
): Promise<{ ok: true }> {
  await spend(ctx, mailBudgets('reset', email, address))
  await mailReset(ctx, email)
  return { ok: true }
}

/** The mail itself, to whoever has the address. */
export async function mailReset(ctx: Ctx, email: string): Promise<void> {
  await transaction(ctx, async (tx) => {
    const { userId, username, to } = await mailable(tx, email)
    const { code, expiresAt } = await issueCode(ctx, tx, { userId, purpose: 'reset', email: email.toLowerCase() })
    const letter = resetLetter({ username, url: resetUrl(ctx, code), minutes: codeMinutes.reset })
    await sendMail(ctx, tx, { to, userId, usefulUntil: expiresAt, ...letter })
  })
}
