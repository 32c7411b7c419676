import { sql } from 'drizzle-orm'
import type { Ctx } from '#platform/server/ctx.ts'
import { transaction } from '#platform/server/database/database.ts'
import { idempotencyMs } from '#platform/server/http/idempotency.ts'
import { removeOrphans } from '#platform/server/orphans.ts'
import { forgetExports } from './export/exports.ts'

/** The tables whose rows have an end of their own. */
const expiring = [
  'user_code',
  'challenge',
  'social_pending',
  'social_attempt',
  'reddit_connecting',
  'mailbox_connecting',
]

/** How long the audit log of erased projects is kept. */
const keptAuditMs = 365 * 24 * 3_600_000

/**
 * Deletes expired codes, unfinished sign-ins, counted attempts, idempotency keys, exports, and files without a row.
 * Some of it contains addresses or shows where a user was.
 */
export async function deleteExpired(ctx: Ctx): Promise<void> {
  const now = ctx.now().toISOString()
  const yearAgo = new Date(ctx.now().getTime() - keptAuditMs).toISOString()
  await transaction(ctx, async (tx) => {
    for (const table of expiring) {
      await tx.execute(sql`delete from ${sql.identifier(table)} where expires_at <= ${now}`)
    }
    await tx.execute(sql`delete from throttle where until <= ${now}`)
    const dayAgo = new Date(ctx.now().getTime() - idempotencyMs).toISOString()
    await tx.execute(sql`delete from idempotency_key where created_at <= ${dayAgo}`)
    await tx.execute(sql`delete from kept_audit where created_at < ${yearAgo}`)
    await forgetExports(ctx, tx)
  })
  await removeOrphans(ctx)
}
