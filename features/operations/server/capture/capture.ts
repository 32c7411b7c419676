import { ApiError } from '#platform/contract/errors.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { transaction } from '#platform/server/database/database.ts'
import { type Letter, letterOf } from '#platform/server/mail/letter.ts'
import { sendMail } from '#platform/server/mail/send-mail.ts'
import { addressBucket } from '#platform/server/network/address.ts'
import { type Budget, spend } from '#platform/server/permissions/rate-limit.ts'
import { type Capture, guidePath, invalidAddress } from '../../contract.ts'
import { dropEmail, keepEmail } from './captured-emails.ts'
import { isOfMany, type Mailbox, mailboxOf } from './mailbox.ts'

/** Where one click unsubscribes; of our own public address, whatever a request says its host is. */
function unsubscribeUrl({ publicUrl }: Pick<Ctx, 'publicUrl'>, token: string): string {
  return `${publicUrl}/unsubscribe/${token}`
}

/** The mail that somebody gets for their address, once. */
function guideLetter({ publicUrl, url }: { publicUrl: string; url: string }): Letter {
  return letterOf({
    subject: 'Your free Reddit guide',
    paragraphs: [
      'Here is your Reddit marketing guide. It shows how to write comments without getting banned, create titles that get upvotes, and get your first customers. It includes templates to copy.',
    ],
    action: { label: 'Read the guide', url: `${publicUrl}${guidePath}` },
    notes: [
      `You received this email because someone entered your address at ${publicUrl}. If that wasn't you, you can ignore it. We send it only once.`,
    ],
    unsubscribe: url,
  })
}

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

/** Removes an address by the key in its mail, again and again with the same effect. False where the key is not known. */
export function unsubscribe(ctx: Ctx, token: string): Promise<boolean> {
  return transaction(ctx, (tx) => dropEmail(tx, token))
}
