import { sql } from 'drizzle-orm'
import type { SourceRecord } from '#engine/records/record.ts'
import type { Source } from '#engine/sources.ts'
import { noteSeenAgain, seenBy, withoutForgotten } from '#features/posts/server/index.ts'
import { actingAs, type Ctx } from '#platform/server/ctx.ts'
import { type Transaction, transaction } from '#platform/server/database/database.ts'
import { outsideIdsOf, packItems } from './batches.ts'
import { type Draft, draftOf } from './posts/posts.ts'
import { recent } from './tables.ts'

/** A batch ends at this many items, or at the item that reaches this many characters. */
const itemsMost = 1000
const charsMost = 2_000_000

/**
 * Ingests a live source's delivery, all or nothing, and queues it for matching as one or more batches. Nothing is
 * permanent yet, and the same items may be delivered again: only items that match a project become posts, once, and
 * forgotten ones are dropped. An empty delivery records a success of the source. `seenAgain` has known items that still
 * exist.
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
    const delivery = { arrivedAt: ctx.now(), seenBy: seenBy[source] }
    await noteSeenAgain(
      tx,
      seenAgain.map((record) => ({ ...draftOf(record, source), ...delivery })),
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
    // Does nothing if the day's partition exists, as it does while a worker runs.
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
