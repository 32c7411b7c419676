import { sql } from 'drizzle-orm'
import type { Ctx } from '#platform/server/ctx.ts'
import { transaction } from '#platform/server/database/database.ts'

/**
 * Runs `work` while nobody else, in whatever process, runs any of the same key; null where somebody does. It tells
 * people early that they need not wait: that nothing is done twice rests on the row itself (progress.ts). The lock is a
 * transaction's that does nothing else, so it goes with the process however that ends, and holds back no vacuum.
 */
export function runExclusively<T>(ctx: Ctx, key: string, work: () => Promise<T>): Promise<T | null> {
  return transaction(ctx, async (tx) => {
    await tx.execute(sql`set local idle_in_transaction_session_timeout = 0`)
    const { rows } = await tx.execute<{ held: boolean }>(
      sql`select pg_try_advisory_xact_lock(hashtextextended(${`import ${key}`}, 0)) as held`,
    )
    return rows[0]?.held ? work() : null
  })
}
