import type { Ctx } from '../ctx.ts'
import type { Transaction } from '../db/database.ts'
import { batch } from '../db/schema.ts'
import type { SourceRecord } from '../sources/record.ts'
import { byIdentity, insertPosts, postRowOf } from './rows/posts.ts'

/** For which import, and whether for one project alone; null for all of them. */
export interface ImportedFor {
  importId: string
  projectId: string | null
}

/** What became of some items of an import. */
export interface Kept {
  inserted: number
  /** There before, from wherever, or more than once among them. */
  known: number
  /** Bytes of the texts that are new. */
  textBytes: number
}

/**
 * Keeps items of an import in the caller's transaction and sends them down the pipeline. Call it as a job, with some
 * hundred items, and commit soon. An item that is known changes nothing in its post.
 */
export async function keepImported(
  ctx: Ctx,
  tx: Transaction,
  { importId, projectId }: ImportedFor,
  records: readonly SourceRecord[],
): Promise<Kept> {
  const now = ctx.now()
  const rows = records.map((record) => postRowOf(ctx.id(), record)).sort(byIdentity)
  const fresh = await insertPosts(tx, rows, { now, projectId, importId })
  if (fresh.length > 0) {
    const batchId = ctx.id()
    await tx.insert(batch).values({ id: batchId, projectId, postIds: fresh.map(({ id }) => id), createdAt: now })
    await ctx.queue.send(tx, 'candidates', { batchId })
  }
  const textBytes = fresh.reduce((sum, { bytes }) => sum + bytes, 0)
  return { inserted: fresh.length, known: records.length - fresh.length, textBytes }
}
