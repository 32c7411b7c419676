import { eq } from 'drizzle-orm'
import { user } from '#features/accounts/server/tables.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { type Letter, letterOf } from '#platform/server/mail/letter.ts'
import type { FeedbackCreate, FeedbackKind } from '../../contract.ts'
import { feedback } from '../tables.ts'

export type FeedbackRow = typeof feedback.$inferSelect

/** Keeps what somebody says. */
export async function insertFeedback(
  ctx: Ctx,
  tx: Transaction,
  said: FeedbackCreate & { userId: string },
): Promise<FeedbackRow> {
  const row = { ...said, id: ctx.id(), createdAt: ctx.now() }
  await tx.insert(feedback).values(row)
  return row
}

/** All that people said, oldest first, with who it was. */
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

/** What the operator is mailed of it: the text as it was typed, and the address to answer to. */
export function feedbackLetter(
  { kind, text, page }: FeedbackCreate,
  { email, publicUrl }: { email: string; publicUrl: string },
): Letter {
  return letterOf({
    subject: subjects[kind],
    paragraphs: text.split(/\r?\n+/),
    notes: [`Said by ${email}${page === null ? '' : `, about ${publicUrl}${page}`}.`],
  })
}
