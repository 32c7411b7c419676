import { sql } from 'drizzle-orm'
import type { Transaction } from '#platform/server/database/database.ts'

/**
 * Lets one transaction at a time add or delete feeds, until it ends: two would add the same feeds, delete what the other
 * begins to use, or deadlock. Call it before locking feeds or their uses.
 */
export async function lockFeeds(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('earshot places'))`)
}
