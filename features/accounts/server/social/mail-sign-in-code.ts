import type { Ctx } from '#platform/server/ctx.ts'
import { transaction } from '#platform/server/database/database.ts'
import { sendMail } from '#platform/server/mail/send-mail.ts'
import { spend } from '../throttle.ts'
import { codeLetter } from './code-letter.ts'
import { codeMinutes, readPending, setEmail } from './pending.ts'
import { codeMailBudgets } from './social-budgets.ts'

/**
 * Sends a code to the address that somebody says is theirs after signing in with a provider. The same is done for every
 * address, whether an account has it or not (DECISIONS 8). Throws NotFoundError where nobody waits in this browser.
 */
export async function mailSignInCode(
  ctx: Ctx,
  { browser, email: typed, address }: { browser: string | null; email: string; address: string },
): Promise<{ email: string; sent: true }> {
  const email = typed.toLowerCase()
  await readPending(ctx, browser)
  await spend(ctx, codeMailBudgets(email, address))
  await transaction(ctx, async (tx) => {
    const { provider, username, code, codeExpiresAt } = await setEmail(ctx, tx, browser, email)
    const letter = codeLetter({ provider, username, code, minutes: codeMinutes })
    await sendMail(ctx, tx, { to: email, userId: null, usefulUntil: codeExpiresAt, ...letter })
  })
  return { email, sent: true }
}
