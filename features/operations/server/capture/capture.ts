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

/** Uses our public address, because the request's Host header can't be trusted. */
function unsubscribeUrl({ publicUrl }: Pick<Ctx, 'publicUrl'>, token: string): string {
  return `${publicUrl}/unsubscribe/${token}`
}

/** The one-time email with the guide. */
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
    unsubscribe: { label: 'Unsubscribe with one click and delete your address', url },
  })
}

/**
 * Stores an address for the guide and emails the guide to it, only once because the address isn't verified. Does the
 * same work and returns the same answer for known addresses. Throws ValidationError, and RateLimitError if there are
 * too many requests.
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
    await sendMail(
      ctx,
      tx,
      id === null ? { ...mail, to: null } : { ...mail, to: sent.email, captured: { id }, unsubscribeUrl: url },
    )
  })
  return { ok: true }
}

/**
 * The limits per hour: few per mailbox, more per network, because offices share one. Domains have a limit because the
 * owner of a domain can receive emails to any name in it. A large provider may have a hundred genuine visitors in an
 * hour.
 */
function captureBudgets(mailbox: Mailbox, address: string): Budget[] {
  const { name, domain } = mailbox
  return [
    { key: `capture from ${addressBucket(address)}`, attempts: 20, minutes: 60 },
    { key: `capture of ${name}@${domain}`, attempts: 5, minutes: 60 },
    { key: `capture at ${domain}`, attempts: isOfMany(mailbox) ? 2000 : 100, minutes: 60 },
  ]
}

/** Removes an address by the key in its email. Idempotent. Returns false if the key is unknown. */
export function unsubscribe(ctx: Ctx, token: string): Promise<boolean> {
  return transaction(ctx, (tx) => dropEmail(tx, token))
}
