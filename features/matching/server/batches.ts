import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { and, eq, inArray } from 'drizzle-orm'
import type { Item } from '#engine/item.ts'
import { type Realm, realmOf } from '#engine/sources.ts'
import { itemColumns, itemOf, post, seenBy, withoutForgotten } from '#features/posts/server/index.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import type { BatchKey } from '#platform/server/jobs/queue.ts'
import { type Delivered, type Draft, itemOfDraft } from './posts/posts.ts'
import { recent } from './tables.ts'

export type Batch = typeof recent.$inferSelect

/** An item and its index in its batch. */
export interface Arrival {
  index: number
  item: Item
  realm: Realm
  /** The post to write after a match; null if it is already stored, under item.id. */
  draft: Delivered | null
}

/** Compresses items for a row of `recent`, to about a quarter of their size. */
export function packItems(drafts: readonly Draft[]): Buffer {
  return zstdCompressSync(JSON.stringify(drafts))
}

export function unpackItems(items: Buffer): Draft[] {
  return JSON.parse(zstdDecompressSync(items).toString())
}

/** Returns the outside IDs in a batch, so that batches without a wanted post need not be unpacked. */
export function outsideIdsOf(drafts: readonly Draft[]): bigint[] {
  return [...new Set(drafts.map(({ outsideId }) => BigInt(outsideId)))]
}

/** Returns the condition that selects a batch. */
export function isBatch({ arrivedOn, batchId }: BatchKey) {
  return and(eq(recent.arrivedOn, arrivedOn), eq(recent.id, batchId))
}

/** Locks a batch until the transaction ends; returns undefined if it has expired or was purged. */
export async function lockBatch(tx: Transaction, key: BatchKey): Promise<Batch | undefined> {
  const [batch] = await tx.select().from(recent).where(isBatch(key)).for('update')
  return batch
}

/** Returns the items of a batch from the given index on, in order, without purged posts. */
export async function arrivalsOf(
  tx: Transaction,
  { source, items, postIds, createdAt }: Pick<Batch, 'source' | 'items' | 'postIds' | 'createdAt'>,
  from = 0,
): Promise<Arrival[]> {
  const realm = realmOf(source)
  if (items) {
    const drafts = unpackItems(items).slice(from)
    return drafts.map((draft, index) => ({
      index: from + index,
      item: itemOfDraft(draft),
      realm,
      draft: { ...draft, arrivedAt: createdAt, seenBy: seenBy[source] },
    }))
  }
  const indexes = new Map(postIds?.slice(from).map((id, index) => [id, from + index]))
  const rows = await tx
    .select(itemColumns)
    .from(post)
    .where(inArray(post.id, [...indexes.keys()]))
  const arrivals = rows.map((row) => ({ index: indexes.get(row.id)!, item: itemOf(row), realm, draft: null }))
  return arrivals.sort((a, b) => a.index - b.index)
}

/** Returns the arrivals that may be shown: a batch can contain forgotten posts until it is scrubbed. */
export async function visibleArrivals(tx: Transaction, arrivals: readonly Arrival[]): Promise<Arrival[]> {
  const drafts = new Set(
    await withoutForgotten(
      tx,
      arrivals.flatMap(({ draft }) => draft ?? []),
    ),
  )
  return arrivals.filter(({ draft, item }) =>
    draft === null ? item.title !== '' || item.body !== '' : drafts.has(draft),
  )
}
