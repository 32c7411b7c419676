import { and, eq, gte, isNull, notExists } from 'drizzle-orm'
import type { Ctx } from '../ctx.ts'
import { type Transaction, transaction } from '../db/database.ts'
import { candidate, recent } from '../db/schema.ts'
import type { BatchKey, Jobs } from '../queue.ts'
import { isBatch } from './rows/batches.ts'
import { scoredAtOnce, scoreSome } from './rows/scoring.ts'

/** Scores candidates of a batch that are not, and shows the leads among them; a larger batch takes several jobs. */
export async function scoreCandidates(ctx: Ctx, key: Jobs['score']): Promise<void> {
  await transaction(ctx, async (tx) => {
    ctx.reach('score: begun')
    const taken = await scoreSome(ctx, tx, eq(candidate.batchId, key.batchId))
    ctx.reach('score: opportunities written')
    if (taken === scoredAtOnce) await ctx.queue.send(tx, 'score', key)
    else await finish(tx, key, ctx.now())
  })
  ctx.reach('score: committed')
}

/**
 * The batch is through once all its items are matched and nothing of it is left to score. The job that comes last finds
 * both: it was sent with the last match, and waits for candidates that others have in hand.
 */
async function finish(tx: Transaction, key: BatchKey, now: Date): Promise<void> {
  const unscored = tx
    .select()
    .from(candidate)
    .where(and(eq(candidate.batchId, key.batchId), isNull(candidate.scoredAt)))
  await tx
    .update(recent)
    .set({ finishedAt: now })
    .where(and(isBatch(key), isNull(recent.finishedAt), gte(recent.position, recent.itemCount), notExists(unscored)))
}
