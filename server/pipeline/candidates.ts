import { and, asc, eq, inArray, isNull, notExists } from 'drizzle-orm'
import type { Ctx } from '../ctx.ts'
import { type Transaction, transaction } from '../db/database.ts'
import { batch, candidate, post } from '../db/schema.ts'
import type { Jobs } from '../queue.ts'
import { type Found, writeCandidates, writtenAtOnce } from './rows/candidates.ts'
import { itemColumns, itemOf } from './rows/items.ts'
import { currentFinder, type ListeningFinder } from './rows/listening.ts'

const postsAtOnce = 500

/** Finds the candidates of every listening project among the posts of a batch. */
export async function findCandidates(ctx: Ctx, { batchId }: Jobs['candidates']): Promise<void> {
  const now = ctx.now()
  await transaction(ctx, async (tx) => {
    const listening = await currentFinder(ctx, tx)
    const [found] = await tx.select({ postIds: batch.postIds }).from(batch).where(eq(batch.id, batchId))
    const postIds = found?.postIds.toSorted() ?? []
    let written = 0
    for (let from = 0; from < postIds.length; from += postsAtOnce) {
      written += await findIn(tx, batchId, postIds.slice(from, from + postsAtOnce), listening, now)
    }
    if (written > 0) await ctx.queue.send(tx, 'score', { batchId })
    else await finishIfEmpty(tx, batchId, now)
  })
}

async function findIn(
  tx: Transaction,
  batchId: string,
  postIds: string[],
  { finder, versions }: ListeningFinder,
  now: Date,
): Promise<number> {
  const posts = await tx.select(itemColumns).from(post).where(inArray(post.id, postIds)).orderBy(asc(post.id))
  const found: Found[] = []
  let written = 0
  for (const row of posts) {
    for (const { projectId, hits } of finder.find(itemOf(row))) {
      found.push({ projectId, version: versions.get(projectId)!, postId: row.id, hits })
    }
    while (found.length >= writtenAtOnce) {
      written += await writeCandidates(tx, batchId, found.splice(0, writtenAtOnce), now)
    }
  }
  return found.length === 0 ? written : written + (await writeCandidates(tx, batchId, found, now))
}

/** Nothing of the batch goes further down. */
async function finishIfEmpty(tx: Transaction, batchId: string, now: Date): Promise<void> {
  const rows = tx.select().from(candidate).where(eq(candidate.batchId, batchId))
  await tx
    .update(batch)
    .set({ finishedAt: now })
    .where(and(eq(batch.id, batchId), isNull(batch.finishedAt), notExists(rows)))
}
