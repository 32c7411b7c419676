import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { erasure } from '../tables.ts'

export type ErasureRow = typeof erasure.$inferSelect

/** Seconds until the second pass. Requests admitted before the deletion may run as long as their timeout. */
const lookAgainSeconds = 60
const waitSeconds = 5

/**
 * Queues the erasure of a project, an account, or a project's sandbox data. Call it in the transaction that makes the
 * subject inaccessible. Returns false if the erasure is already under way.
 */
export async function insertErasure(
  ctx: Ctx,
  tx: Transaction,
  { kind, subjectId }: Pick<ErasureRow, 'kind' | 'subjectId'>,
): Promise<boolean> {
  const id = ctx.id()
  const row = { id, kind, subjectId, secret: ctx.secret(), createdAt: ctx.now() }
  const { rowCount } = await tx.insert(erasure).values(row).onConflictDoNothing()
  if (!rowCount) return false
  await ctx.queue.send(tx, 'erase', { erasureId: id })
  return true
}

/** Returns null if the erasure has finished. */
export async function readErasure(tx: Transaction, id: string): Promise<ErasureRow | null> {
  const [row] = await tx.select().from(erasure).where(eq(erasure.id, id))
  return row ?? null
}

/**
 * Call when nothing is left to delete. The first call schedules a second pass. The row is deleted once all transactions
 * from before the first call have ended.
 */
export async function endErasure(ctx: Ctx, tx: Transaction, { id, until }: ErasureRow): Promise<void> {
  const again = (afterSeconds: number) => ctx.queue.send(tx, 'erase', { erasureId: id }, { afterSeconds })
  if (until === null) {
    const [marked] = await tx
      .update(erasure)
      .set({ until: sql`pg_snapshot_xmax(pg_current_snapshot())` })
      .where(and(eq(erasure.id, id), isNull(erasure.until)))
      .returning({ id: erasure.id })
    if (marked) await again(lookAgainSeconds)
  } else if (await haveEnded(tx, until)) {
    await tx.delete(erasure).where(eq(erasure.id, id))
  } else await again(waitSeconds)
}

/** Returns whether every transaction before this ID has ended. */
async function haveEnded(tx: Transaction, until: string): Promise<boolean> {
  const { rows } = await tx.execute<{ over: boolean }>(
    sql`select pg_snapshot_xmin(pg_current_snapshot()) >= ${until}::xid8 as over`,
  )
  return rows[0]?.over ?? false
}
