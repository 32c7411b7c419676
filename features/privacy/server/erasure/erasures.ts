import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { erasure } from '../tables.ts'

export type ErasureRow = typeof erasure.$inferSelect

/** Seconds until what was found is looked for again: whoever was let in before may be at work as long as a screen waits. */
const lookAgainSeconds = 60
const waitSeconds = 5

/**
 * Has a project or an account erased, in the transaction that takes it out of everybody's reach, or what a project found
 * in the sandbox. Answers false where that is under way.
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

/** Null where it has come to its end. */
export async function readErasure(tx: Transaction, id: string): Promise<ErasureRow | null> {
  const [row] = await tx.select().from(erasure).where(eq(erasure.id, id))
  return row ?? null
}

/**
 * Called when nothing is left to be found. The first time it has everything looked at again; the row goes once no
 * transaction is left that began before that.
 */
export async function endErasure(ctx: Ctx, tx: Transaction, { id, until }: ErasureRow): Promise<void> {
  const again = (afterSeconds: number) => ctx.queue.send(tx, 'erase', { erasureId: id }, { afterSeconds })
  if (until === null) {
    const [noted] = await tx
      .update(erasure)
      .set({ until: sql`pg_snapshot_xmax(pg_current_snapshot())` })
      .where(and(eq(erasure.id, id), isNull(erasure.until)))
      .returning({ id: erasure.id })
    if (noted) await again(lookAgainSeconds)
  } else if (await areOver(tx, until)) {
    await tx.delete(erasure).where(eq(erasure.id, id))
  } else await again(waitSeconds)
}

/** Whether every transaction before this number is over. */
async function areOver(tx: Transaction, until: string): Promise<boolean> {
  const { rows } = await tx.execute<{ over: boolean }>(
    sql`select pg_snapshot_xmin(pg_current_snapshot()) >= ${until}::xid8 as over`,
  )
  return rows[0]?.over ?? false
}
