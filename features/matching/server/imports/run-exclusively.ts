import { sql } from 'drizzle-orm'
import type { Ctx } from '#platform/server/ctx.ts'
import { transaction } from '#platform/server/database/database.ts'

/**
 * Runs `work` unless another call with the same key is running in any process; then returns null. This only avoids
 * useless waiting: the row itself prevents double work (progress.ts). The lock belongs to an otherwise idle
 * transaction, so it is released when the process dies, and it doesn't hold back vacuum.
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
