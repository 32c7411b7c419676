import { eq } from 'drizzle-orm'
import { signedInId } from '#features/accounts/server/people.ts'
import { user } from '#features/accounts/server/tables.ts'
import { type Budget, spend } from '#features/accounts/server/throttle.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { transaction } from '#platform/server/database/database.ts'
import { sendMail } from '#platform/server/mail/send-mail.ts'
import type { FeedbackCreate } from '../../contract.ts'
import { feedbackLetter, insertFeedback } from './feedback.ts'

/**
 * Keeps what somebody says to the operator, and mails it to them where they have an address for it (DECISIONS 28). It goes
 * with the account. Throws RateLimitError.
 */
export async function sendFeedback(ctx: Ctx, said: FeedbackCreate) {
  const userId = signedInId(ctx)
  const budget: Budget = { key: `feedback of ${userId}`, attempts: 20, minutes: 60 }
  await spend(ctx, [budget], 'You have said much in one hour')
  return transaction(ctx, async (tx) => {
    const row = await insertFeedback(ctx, tx, { ...said, userId })
    const to = ctx.feedbackEmail
    if (to !== null) {
      const [by] = await tx.select({ email: user.email }).from(user).where(eq(user.id, userId))
      const email = by?.email ?? ''
      await sendMail(ctx, tx, { ...feedbackLetter(said, { email, publicUrl: ctx.publicUrl }), to, userId })
    }
    const { id, kind, text, page, createdAt } = row
    return { id, documentId: id, kind, text, page, createdAt: createdAt.toISOString() }
  })
}
