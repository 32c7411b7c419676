import { eq } from 'drizzle-orm'
import type { Transaction } from '#platform/server/database/database.ts'
import { project } from '#platform/server/tenancy/tables.ts'

/**
 * Serializes changes of a project's watchlist until the transaction ends. Doesn't block transactions that only need the
 * project to exist, such as matching: they may hold the lock that is taken next (lockWatchlist()).
 */
export async function takeTurn(tx: Transaction, projectId: string): Promise<void> {
  await tx.select({ id: project.id }).from(project).where(eq(project.id, projectId)).for('no key update')
}
