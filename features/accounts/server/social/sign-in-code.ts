import type { Ctx } from '#platform/server/ctx.ts'
import { transaction } from '#platform/server/database/database.ts'
import { type Letter, letterOf } from '#platform/server/mail/letter.ts'
import { nameInMail } from '#platform/server/mail/name-in-mail.ts'
import { sendMail } from '#platform/server/mail/send-mail.ts'
import { spend } from '#platform/server/permissions/rate-limit.ts'
import type { Identity } from '../../contract.ts'
import { identityOf } from '../two-factor/sign-in.ts'
import { providerName } from './apps.ts'
import { checkCode, codeMinutes, consumePending, readPending, setEmail } from './pending.ts'
import { signInWithProfile } from './sign-in-with-profile.ts'
import { codeMailBudgets } from './social-budgets.ts'

/** Writes the mail with the code that proves an address. It has no link, so that opening it has no effect. */
export function codeLetter(words: { provider: string; username: string; code: string; minutes: number }): Letter {
  const { provider, username, code, minutes } = words
  const shown = code.replace(/^(\d{4})(\d+)$/, '$1 $2')
  return letterOf({
    subject: 'Your sign-in code',
    paragraphs: [
      `You're signing in to Earshot with the ${provider} account “${nameInMail(username)}”.`,
      `Your code is ${shown}.`,
    ],
    notes: [
      `The code expires in ${minutes} minutes.`,
      "Don't share it. Anyone who has it can sign in to the Earshot account of this address. If you didn't request it, you can ignore this email.",
    ],
  })
}

/**
 * Emails a code to the address that a user entered after a provider sign-in. Does the same for known and unknown
 * addresses (DECISIONS 8). Throws NotFoundError if this browser has no pending identity.
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
    const letter = codeLetter({ provider: providerName(ctx, provider), username, code, minutes: codeMinutes })
    await sendMail(ctx, tx, { to: email, userId: null, usefulUntil: codeExpiresAt, ...letter })
  })
  return { email, sent: true }
}

/**
 * Signs in with the code from the mail, which proves the address as a provider would. Throws NotFoundError if this
 * browser has no pending identity, and ValidationError for an invalid code.
 */
export async function confirmSignInCode(
  ctx: Ctx,
  { browser, code }: { browser: string | null; code: string },
): Promise<Identity> {
  await checkCode(ctx, browser, code)
  const step = await transaction(ctx, async (tx) => {
    const { email, ...outsider } = await consumePending(ctx, tx, browser, code)
    const reached = await signInWithProfile(ctx, tx, outsider, email)
    if (!reached) throw new Error('no account was found or created for a proven address')
    return reached
  })
  return identityOf(step)
}
