import { actingAs, type Ctx } from '../ctx.ts'
import { transaction } from '../db/database.ts'
import { batch } from '../db/schema.ts'
import type { SourceRecord } from '../sources/record.ts'
import { byIdentity, insertPosts, postRowOf } from './rows/posts.ts'

/**
 * Keeps posts that arrived and sends the new ones down the pipeline, all or nothing. A post that is known already,
 * from before or from the same delivery, changes nothing.
 */
export async function ingest(ctx: Ctx, records: readonly SourceRecord[]): Promise<{ inserted: number; known: number }> {
  const now = ctx.now()
  const rows = records.map((record) => postRowOf(ctx.id(), record)).sort(byIdentity)
  return transaction(actingAs(ctx, { kind: 'job', name: 'ingest' }), async (tx) => {
    const fresh = await insertPosts(tx, rows, { now, projectId: null, importId: null })
    if (fresh.length > 0) {
      const batchId = ctx.id()
      await tx.insert(batch).values({ id: batchId, postIds: fresh.map(({ id }) => id), createdAt: now })
      await ctx.queue.send(tx, 'candidates', { batchId })
    }
    return { inserted: fresh.length, known: records.length - fresh.length }
  })
}
