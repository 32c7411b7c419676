import { sql } from 'drizzle-orm'
import type { Transaction } from '#platform/server/database/database.ts'

/**
 * Who writes or takes away feeds does so one at a time, from here to the end of the transaction: two would make
 * the same feeds, or take away what the other begins to use; and a use that one holds, the other would wait for with its
 * feed. To be called before anything of it is held.
 */
export async function lockFeeds(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('earshot places'))`)
}
