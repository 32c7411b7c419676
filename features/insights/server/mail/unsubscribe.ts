import { createHmac } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Ctx } from '#platform/server/ctx.ts'
import { type Transaction, transaction } from '#platform/server/database/database.ts'
import { digestOf } from '#platform/server/digest.ts'
import { reportUnsubscribe } from '../tables.ts'

/** What a link unsubscribes from, and whom. */
interface Subscription {
  projectId: string
  reportId: string
  userId: string
}

/**
 * Returns the one-click unsubscribe URL of a recipient. Its key is derived, so that every mail has the same one, and only
 * its digest is stored. Links outlive a rotation of the secret.
 */
export async function unsubscribeUrlOf(ctx: Ctx, tx: Transaction, subscription: Subscription): Promise<string> {
  const { reportId, userId } = subscription
  const [secret = ''] = ctx.secrets
  const token = createHmac('sha256', secret).update(`unsubscribe report ${reportId} ${userId}`).digest('base64url')
  await tx
    .insert(reportUnsubscribe)
    .values({ tokenDigest: digestOf(token), ...subscription })
    .onConflictDoNothing()
  return `${ctx.publicUrl}/unsubscribe/${token}`
}

/** Stops the mails of a report to a person by the key in one of them. Idempotent. Returns false if the key is unknown. */
export async function unsubscribeFromReport(ctx: Ctx, token: string): Promise<boolean> {
  const { rows } = await transaction(ctx, (tx) =>
    tx.execute<{ known: boolean }>(sql`select unsubscribe_from_report(${digestOf(token)}) as known`),
  )
  return rows[0]?.known ?? false
}
