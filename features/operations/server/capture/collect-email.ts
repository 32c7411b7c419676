import { addressBucket } from '#features/accounts/server/address.ts'
import { type Budget, spend } from '#features/accounts/server/throttle.ts'
import { ApiError } from '#platform/contract/errors.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { transaction } from '#platform/server/database/database.ts'
import { sendMail } from '#platform/server/mail/send-mail.ts'
import { type Capture, invalidAddress } from '../../contract.ts'
import { keepEmail } from './captured-emails.ts'
import { guideLetter, unsubscribeUrl } from './guide-letter.ts'
import { isOfMany, type Mailbox, mailboxOf } from './mailbox.ts'

/**
 * Keeps an address that somebody left for the guide and mails it there, once and for all: whose address it is, nobody
 * has proven. Answer and work are the same where it was known. Throws ValidationError, and RateLimitError in a flood.
 */
export async function collectEmail(
  ctx: Ctx,
  { address, ...sent }: Capture & { address: string },
): Promise<{ ok: true }> {
  const mailbox = mailboxOf(sent.email)
  if (!mailbox) throw new ApiError('ValidationError', invalidAddress)
  await spend(ctx, captureBudgets(mailbox, address))
  await transaction(ctx, async (tx) => {
    const { id, token } = await keepEmail(ctx, tx, { ...sent, mailbox })
    const url = unsubscribeUrl(ctx, token)
    const letter = guideLetter({ publicUrl: ctx.publicUrl, url })
    const mail = { userId: null, ...letter }
    await sendMail(ctx, tx, id === null ? { ...mail, to: null } : { ...mail, to: sent.email, captured: { id, url } })
  })
  return { ok: true }
}

/**
 * Few for one mailbox and from one network, which an office shares; and so many for one domain, since whoever takes all
 * mail of a domain gets what is sent to any name there. With a large provider a hundred may be visitors of one hour.
 */
function captureBudgets(mailbox: Mailbox, address: string): Budget[] {
  const { name, domain } = mailbox
  return [
    { key: `capture from ${addressBucket(address)}`, attempts: 20, minutes: 60 },
    { key: `capture of ${name}@${domain}`, attempts: 5, minutes: 60 },
    { key: `capture at ${domain}`, attempts: isOfMany(mailbox) ? 2000 : 100, minutes: 60 },
  ]
}
