import { inArray, lte } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Transaction } from './database.ts'

/** Deletes up to two expired rows. Called with each insert, so that the table doesn't grow. */
export async function deleteSomeExpired(
  tx: Transaction,
  { key, until, now }: { key: PgColumn; until: PgColumn; now: Date },
): Promise<void> {
  const expired = tx.select({ key }).from(key.table).where(lte(until, now)).limit(2).for('update', { skipLocked: true })
  await tx.delete(key.table).where(inArray(key, expired))
}
