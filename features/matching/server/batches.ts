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

/** An item of a batch at its place there. */
export interface Arrival {
  index: number
  item: Item
  realm: Realm
  /** What is to be written once the item is matched; null where it stands in post, and item.id is its id there. */
  draft: Delivered | null
}

/** Items as a row of recent holds them, about a fourth of their size. */
export function packItems(drafts: readonly Draft[]): Buffer {
  return zstdCompressSync(JSON.stringify(drafts))
}

export function unpackItems(items: Buffer): Draft[] {
  return JSON.parse(zstdDecompressSync(items).toString())
}

/** Which posts a batch holds, so that one that holds none of those sought need not be unpacked. */
export function outsideIdsOf(drafts: readonly Draft[]): bigint[] {
  return [...new Set(drafts.map(({ outsideId }) => BigInt(outsideId)))]
}

/** The condition that names a batch. */
export function isBatch({ arrivedOn, batchId }: BatchKey) {
  return and(eq(recent.arrivedOn, arrivedOn), eq(recent.id, batchId))
}

/** A batch, kept from everybody else until the transaction ends; undefined once its day is over or it is purged. */
export async function lockBatch(tx: Transaction, key: BatchKey): Promise<Batch | undefined> {
  const [batch] = await tx.select().from(recent).where(isBatch(key)).for('update')
  return batch
}

/** The items of a batch from the given place on, in order; a post that was purged is left out. */
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

/** Those of these that may be shown to somebody: not what is forgotten, which a batch may hold until it is looked through. */
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
