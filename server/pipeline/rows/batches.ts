import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import type { Item } from '@earshot/engine/item'
import { and, eq, inArray } from 'drizzle-orm'
import type { Transaction } from '../../db/database.ts'
import { itemColumns, itemOf } from '../../db/items.ts'
import { post, recent } from '../../db/schema.ts'
import type { BatchKey } from '../../queue.ts'
import { type Delivered, type Draft, itemOfDraft } from './posts.ts'

export type Batch = typeof recent.$inferSelect

/** An item of a batch at its place there. */
export interface Arrival {
  place: number
  item: Item
  /** What is to be written once the item is matched; null where it stands in post, and item.id is its id there. */
  draft: Delivered | null
}

/** Items as a row of recent holds them, about a fourth of their size. */
export function packed(drafts: readonly Draft[]): Buffer {
  return zstdCompressSync(JSON.stringify(drafts))
}

function unpacked(items: Buffer): Draft[] {
  return JSON.parse(zstdDecompressSync(items).toString())
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
  { items, postIds, createdAt }: Pick<Batch, 'items' | 'postIds' | 'createdAt'>,
  from = 0,
): Promise<Arrival[]> {
  if (items) {
    const drafts = unpacked(items).slice(from)
    return drafts.map((draft, index) => ({
      place: from + index,
      item: itemOfDraft(draft),
      draft: { ...draft, arrivedAt: createdAt },
    }))
  }
  const places = new Map(postIds?.slice(from).map((id, index) => [id, from + index]))
  const rows = await tx
    .select(itemColumns)
    .from(post)
    .where(inArray(post.id, [...places.keys()]))
  const arrivals = rows.map((row) => ({ place: places.get(row.id)!, item: itemOf(row), draft: null }))
  return arrivals.sort((a, b) => a.place - b.place)
}
