import { ApiError } from '#platform/contract/errors.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { type Transaction, transaction } from '#platform/server/database/database.ts'
import { confirmationLetter } from '#platform/server/mail/letters.ts'
import { sendMail } from '#platform/server/mail/send-mail.ts'
import { spend } from '#platform/server/permissions/rate-limit.ts'
import type { Address } from '../contract.ts'
import { codeMinutes, issueCode } from './codes.ts'
import { confirmationUrl } from './links.ts'
import { mailBudgets } from './throttle.ts'
import { findRecipient, type Mailable } from './users.ts'

/**
 * Emails a link to confirm an address. Response, status and work are the same if no account has the address or it is
 * already confirmed (DECISIONS 8).
 */
export async function sendEmailConfirmation(
  ctx: Ctx,
  { email, address }: Address & { address: string },
): Promise<{ email: string; sent: true }> {
  await spend(ctx, mailBudgets('confirmation', email, address))
  await transaction(ctx, async (tx) => sendConfirmation(ctx, tx, await findRecipient(tx, email, 'unconfirmed'), email))
  return { email, sent: true }
}

/** Emails the link to an account again, for an internal admin. Throws ConflictError if its address is confirmed. */
export async function resendConfirmation(
  ctx: Ctx,
  { email, address }: Address & { address: string },
): Promise<{ email: string; sent: true }> {
  const recipient = await transaction(ctx, (tx) => findRecipient(tx, email, 'unconfirmed'))
  if (recipient.to === null) throw new ApiError('ConflictError', 'This email address is confirmed already.')
  return sendEmailConfirmation(ctx, { email, address })
}

/** Sends that mail, or does the same work without a recipient. */
export async function sendConfirmation(ctx: Ctx, tx: Transaction, recipient: Mailable, email: string): Promise<void> {
  const { userId, username, to } = recipient
  const { code, expiresAt } = await issueCode(ctx, tx, { userId, purpose: 'confirmation', email: email.toLowerCase() })
  const letter = confirmationLetter({ username, url: confirmationUrl(ctx, code), hours: codeMinutes.confirmation / 60 })
  await sendMail(ctx, tx, { to, userId, usefulUntil: expiresAt, ...letter })
}
