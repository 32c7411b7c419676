import { sql } from 'drizzle-orm'
import type { SourceRecord } from '#engine/records/record.ts'
import type { Source } from '#engine/sources.ts'
import { noteSeenAgain, seenBy, withoutForgotten } from '#features/posts/server/index.ts'
import { actingAs, type Ctx } from '#platform/server/ctx.ts'
import { type Transaction, transaction } from '#platform/server/database/database.ts'
import { outsideIdsOf, packItems } from './batches.ts'
import { type Draft, draftOf } from './posts/posts.ts'
import { recent } from './tables.ts'

/** A batch ends with so many items, or with the one that brings its texts to so many characters. */
const itemsMost = 1000
const charsMost = 2_000_000

/**
 * Takes in what a live source delivered, all or nothing, and sends it down the pipeline as one batch, or several where
 * it is much. Nothing is kept for good yet, and the same items may be delivered again: only what matches a project
 * becomes a post, once, and what is forgotten is not taken in again. An empty delivery shows that the source answers.
 * What was read along with it, though it is not new, is still there (`seenAgain`).
 */
export async function ingest(
  ctx: Ctx,
  source: Source,
  records: readonly SourceRecord[],
  { seenAgain = [] }: { seenAgain?: readonly SourceRecord[] } = {},
): Promise<{ batchIds: string[] }> {
  const arrivedOn = ctx.now().toISOString().slice(0, 10)
  const delivered = records.map((record) => draftOf(record, source))
  const batchIds = await transaction(actingAs(ctx, { kind: 'job', name: 'arrive' }), async (tx) => {
    await noteSuccess(ctx, tx, source, records)
    const way = { arrivedAt: ctx.now(), seenBy: seenBy[source] }
    await noteSeenAgain(
      tx,
      seenAgain.map((record) => ({ ...draftOf(record, source), ...way })),
    )
    const batches = cut(await withoutForgotten(tx, delivered)).map((drafts) => ({
      arrivedOn,
      id: ctx.id(),
      source,
      itemCount: drafts.length,
      items: packItems(drafts),
      outsideIds: outsideIdsOf(drafts),
      createdAt: ctx.now(),
    }))
    if (batches.length === 0) return []
    // Nothing where the day is there already, which it is while a worker runs.
    await tx.execute(sql`select make_recent_partitions(${arrivedOn}::date, 1)`)
    await tx.insert(recent).values(batches)
    for (const { id } of batches) await ctx.queue.send(tx, 'candidates', { arrivedOn, batchId: id })
    return batches.map(({ id }) => id)
  })
  return { batchIds }
}

function cut(drafts: readonly Draft[]): Draft[][] {
  const batches: Draft[][] = []
  let chars = charsMost
  for (const draft of drafts) {
    if (chars >= charsMost || batches.at(-1)!.length >= itemsMost) {
      batches.push([])
      chars = 0
    }
    batches.at(-1)!.push(draft)
    chars += draft.title.length + draft.body.length
  }
  return batches
}

async function noteSuccess(ctx: Ctx, tx: Transaction, source: Source, records: readonly SourceRecord[]): Promise<void> {
  const now = ctx.now().toISOString()
  const newest = records.reduce((latest, { postedAt }) => Math.max(latest, postedAt ?? 0), 0)
  const postedAt = newest === 0 ? null : new Date(newest).toISOString()
  await tx.execute(sql`
    insert into source_health as known (source, last_success_at, newest_posted_at, updated_at)
    values (${source}, ${now}, ${postedAt}, ${now})
    on conflict (source) do update set last_success_at = excluded.last_success_at, error = null, next_try_at = null,
      newest_posted_at = greatest(known.newest_posted_at, excluded.newest_posted_at), updated_at = excluded.updated_at`)
}
