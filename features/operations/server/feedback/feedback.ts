import { eq } from 'drizzle-orm'
import type { Ctx } from '#platform/server/ctx.ts'
import { type Transaction, transaction } from '#platform/server/database/database.ts'
import { type Letter, letterOf } from '#platform/server/mail/letter.ts'
import { sendMail } from '#platform/server/mail/send-mail.ts'
import { type Budget, spend } from '#platform/server/permissions/rate-limit.ts'
import { signedInId } from '#platform/server/permissions/signed-in.ts'
import { user } from '#platform/server/tenancy/tables.ts'
import type { FeedbackCreate, FeedbackKind } from '../../contract.ts'
import { feedback } from '../tables.ts'

export type FeedbackRow = typeof feedback.$inferSelect

async function insertFeedback(
  ctx: Ctx,
  tx: Transaction,
  said: FeedbackCreate & { userId: string },
): Promise<FeedbackRow> {
  const row = { ...said, id: ctx.id(), createdAt: ctx.now() }
  await tx.insert(feedback).values(row)
  return row
}

/** Returns all feedback with its authors, oldest first. */
export async function readFeedback(tx: Transaction) {
  const { kind, text, page, createdAt } = feedback
  return tx
    .select({ createdAt, kind, email: user.email, page, text })
    .from(feedback)
    .innerJoin(user, eq(user.id, feedback.userId))
    .orderBy(feedback.id)
}

const subjects: Record<FeedbackKind, string> = {
  idea: 'Feedback: an idea',
  problem: 'Feedback: a problem',
  praise: 'Feedback: praise',
}

/** Returns the email to the operator: the text as typed, and the reply address. */
export function feedbackLetter(
  { kind, text, page }: FeedbackCreate,
  { email, publicUrl }: { email: string; publicUrl: string },
): Letter {
  return letterOf({
    subject: subjects[kind],
    paragraphs: text.split(/\r?\n+/),
    notes: [`From: ${email}`, ...(page === null ? [] : [`Page: ${publicUrl}${page}`])],
  })
}

/**
 * Stores feedback and emails it to the operator, if an address is configured (DECISIONS 28). It is deleted with the
 * account. Throws RateLimitError.
 */
export async function sendFeedback(ctx: Ctx, said: FeedbackCreate) {
  const userId = signedInId(ctx)
  const budget: Budget = { key: `feedback of ${userId}`, attempts: 20, minutes: 60 }
  await spend(ctx, [budget], 'You have sent too much feedback in the past hour')
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
