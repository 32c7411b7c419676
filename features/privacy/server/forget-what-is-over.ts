import { sql } from 'drizzle-orm'
import type { Ctx } from '#platform/server/ctx.ts'
import { transaction } from '#platform/server/database/database.ts'
import { removeOrphans } from '#platform/server/orphans.ts'
import { forgetExports } from './export/exports.ts'

/** What is kept of who did what in projects that are erased is kept so long. */
const keptAuditMs = 365 * 24 * 3_600_000

/**
 * Removes what opens nothing any more and may hold an address or tell where somebody was, though nobody comes by to clear
 * it away: codes, sign-ins that were not finished, counted attempts, exports, and files without a row.
 */
export async function forgetWhatIsOver(ctx: Ctx): Promise<void> {
  const now = ctx.now().toISOString()
  const yearAgo = new Date(ctx.now().getTime() - keptAuditMs).toISOString()
  await transaction(ctx, async (tx) => {
    for (const table of ['user_code', 'social_pending', 'social_attempt', 'reddit_connecting']) {
      await tx.execute(sql`delete from ${sql.identifier(table)} where expires_at <= ${now}`)
    }
    await tx.execute(sql`delete from throttle where until <= ${now}`)
    await tx.execute(sql`delete from kept_audit where created_at < ${yearAgo}`)
    await forgetExports(ctx, tx)
  })
  await removeOrphans(ctx)
}
