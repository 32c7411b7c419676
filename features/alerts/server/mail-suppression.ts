import { eq } from 'drizzle-orm'
import type { Ctx } from '#platform/server/ctx.ts'
import { readOnly, transaction } from '#platform/server/database/database.ts'
import { mailSuppression } from '#platform/server/mail/tables.ts'
import { presentActor } from '#platform/server/permissions/signed-in.ts'
import type { MailSuppression } from '../contract.ts'

/** Returns since when the caller's address gets no alerts, and why; null if it does. */
export async function readMailSuppression(ctx: Ctx): Promise<MailSuppression | null> {
  const { userId } = presentActor(ctx)
  const [row] = await readOnly(ctx, (tx) => tx.select().from(mailSuppression).where(eq(mailSuppression.userId, userId)))
  if (!row) return null
  const reason = `A mail server refused this address (${row.reason}), so it gets no alerts.`
  return { since: row.createdAt.toISOString(), reason }
}

/** Lets alerts try the caller's address again. */
export async function endMailSuppression(ctx: Ctx): Promise<void> {
  const { userId } = presentActor(ctx)
  await transaction(ctx, (tx) => tx.delete(mailSuppression).where(eq(mailSuppression.userId, userId)))
}
