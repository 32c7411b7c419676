import { eq } from 'drizzle-orm'
import type { Transaction } from '#platform/server/database/database.ts'
import { project } from '#platform/server/tenancy/tables.ts'

/**
 * Those who change a project's watchlist take turns from here to the end of the transaction. Whoever only needs
 * that the project stays, as finding does, is not kept waiting: it may hold what is waited for next (lockWatchlist()).
 */
export async function takeTurn(tx: Transaction, projectId: string): Promise<void> {
  await tx.select({ id: project.id }).from(project).where(eq(project.id, projectId)).for('no key update')
}
