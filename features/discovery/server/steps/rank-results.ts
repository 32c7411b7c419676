import { and, eq, inArray } from 'drizzle-orm'
import { duplicatesIn, sketchOf } from '#engine/duplicates/duplicates.ts'
import { agedLabel, replyWindowOf } from '#engine/order/reply-window.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import type { RunRow } from '../runs.ts'
import { leadRunResult } from '../tables.ts'
import { bestResults, type FoundPost } from './run-results.ts'
import type { StepChanges } from './take-step.ts'

/**
 * Ranks the results by their chance, merges copies of the same text, as `rank` does, and keeps the number that the run
 * asks for. Ends the run.
 */
export async function rankResults(ctx: Ctx, tx: Transaction, run: RunRow): Promise<StepChanges> {
  // Without reasons, a result is of a post that is gone.
  const found = (await bestResults(tx, run)).filter(({ result }) => result.components.length > 0)
  const idOf = new Map(found.map(({ result }) => [result.postId, result.id]))
  const copies = duplicatesIn(found.map(({ item }) => ({ id: item.id, sketch: ownSketch(item) })))
  const firsts = found.filter(({ item }) => !copies.has(item.id)).slice(0, run.criteria.size)
  const kept = new Set(firsts.map(({ item }) => item.id))
  const now = ctx.now()
  const write = async (id: string, changes: Partial<typeof leadRunResult.$inferInsert>) => {
    await tx
      .update(leadRunResult)
      .set({ ...changes, updatedAt: now })
      .where(and(eq(leadRunResult.projectId, run.projectId), eq(leadRunResult.id, id)))
  }
  for (const [index, { result }] of firsts.entries()) {
    const label = agedLabel(result.label, replyWindowOf(result.postedAt?.getTime() ?? null, now.getTime()))
    await write(result.id, { rank: index + 1, label })
  }
  const gone: string[] = []
  for (const { result, item } of found) {
    if (kept.has(item.id)) continue
    const first = copies.get(item.id)
    if (first !== undefined && kept.has(first)) await write(result.id, { copyOf: idOf.get(first)! })
    else gone.push(result.id)
  }
  if (gone.length > 0) {
    await tx
      .delete(leadRunResult)
      .where(and(eq(leadRunResult.projectId, run.projectId), inArray(leadRunResult.id, gone)))
  }
  return { state: 'done', results: firsts.length, finishedAt: now }
}

/** A comment includes the title of its post, which is not its own text. */
function ownSketch({ kind, title, body }: FoundPost['item']) {
  return sketchOf(kind === 'comment' ? '' : title, body)
}
