import type { Ctx } from '#platform/server/ctx.ts'
import { transaction } from '#platform/server/database/database.ts'
import { letterOf } from '#platform/server/mail/letter.ts'
import { sendMail } from '#platform/server/mail/send-mail.ts'
import { spend } from '#platform/server/permissions/rate-limit.ts'
import { presentActor } from '#platform/server/permissions/signed-in.ts'
import { alertableAddress } from '../samples.ts'

/**
 * Mails the caller a test. Throws ConflictError if their address can't get alerts, and RateLimitError for more than 10
 * per hour.
 */
export async function sendTestMail(ctx: Ctx): Promise<{ email: string }> {
  const { userId } = presentActor(ctx)
  const budget = { key: `test mails to ${userId}`, attempts: 10, minutes: 60 }
  await spend(ctx, [budget], 'You have sent 10 test emails in the past hour')
  return transaction(ctx, async (tx) => {
    const email = await alertableAddress(tx, userId)
    await sendMail(ctx, tx, { to: email, userId, ...testLetter(ctx.publicUrl) })
    return { email }
  })
}

function testLetter(publicUrl: string) {
  return letterOf({
    subject: 'Test email from Earshot',
    paragraphs: ['Your email works. Alerts from Earshot will reach you at this address.'],
    action: { label: 'Open your notifications', url: `${publicUrl}/app/settings/account/notifications` },
    notes: ['You receive this email because you requested it in your notification settings.'],
  })
}
