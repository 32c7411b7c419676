import { createHmac } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Ctx } from '#platform/server/ctx.ts'
import { type Transaction, transaction } from '#platform/server/database/database.ts'
import { digestOf } from '#platform/server/digest.ts'
import { mailUnsubscribe } from '../mailboxes/tables.ts'

/**
 * Returns the one-click unsubscribe URL of an address. Its key is derived, so that every mail has the same one, and only
 * its digest is stored. Links outlive a rotation of the secret.
 */
export async function mailUnsubscribeUrl(
  ctx: Ctx,
  tx: Transaction,
  { projectId, address }: { projectId: string; address: string },
): Promise<string> {
  const [secret = ''] = ctx.secrets
  const token = createHmac('sha256', secret).update(`unsubscribe mail ${projectId} ${address}`).digest('base64url')
  await tx
    .insert(mailUnsubscribe)
    .values({ tokenDigest: digestOf(token), projectId, address })
    .onConflictDoNothing()
  return `${ctx.publicUrl}/unsubscribe/${token}`
}

/** Suppresses an address by the key in a mail. Idempotent. Returns false if the key is unknown. */
export async function unsubscribeFromMail(ctx: Ctx, token: string): Promise<boolean> {
  const { rows } = await transaction(ctx, (tx) =>
    tx.execute<{ known: boolean }>(
      sql`select unsubscribe_from_mail(${digestOf(token)}, ${ctx.id()}, ${ctx.now().toISOString()}) as known`,
    ),
  )
  return rows[0]?.known ?? false
}
