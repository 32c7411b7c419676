import { and, desc, gt, inArray, isNull, lt, sql } from 'drizzle-orm'
import type { Item } from '#engine/item.ts'
import type { Source } from '#engine/sources.ts'
import { itemColumns, itemOf, post } from '#features/posts/server/index.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { arrivalsOf, isBatch, visibleArrivals } from '../batches.ts'
import { pinned, recent } from '../tables.ts'
import { percentKnown } from './recent-sample.ts'
import { sampleImports } from './sample-imports.ts'

export interface SharedItem {
  item: Item
  permalink: string
}

/** The most live batches to look at; each may have few items. */
const batchesMost = 200

/**
 * Returns up to `most` shared posts of these sources: the newest that arrived live, then an even share of imported ones.
 * They are unfiltered, so that they reveal neither watchlists nor imports of any project. `total` is the number of all
 * such posts, estimated if there are very many.
 */
export async function sampleShared(
  tx: Transaction,
  sources: readonly Source[],
  most: number,
): Promise<{ total: number; items: SharedItem[] }> {
  const live = await newestLive(tx, sources, most)
  const seen = new Set(live.map(({ permalink }) => permalink))
  const imports = await sampleImports(tx, { id: null, sources }, Math.max(1, most - live.length))
  const imported = (await importedItems(tx, imports.ids)).filter(({ permalink }) => !seen.has(permalink))
  return { total: (await countLive(tx, sources)) + imports.total, items: [...live, ...imported].slice(0, most) }
}

/** Returns whether any shared arrivals of these sources are stored. */
export async function hasShared(tx: Transaction, sources: readonly Source[]): Promise<boolean> {
  const found = await tx
    .select({ id: recent.id })
    .from(recent)
    .where(and(isNull(recent.projectId), inArray(recent.source, [...sources]), gt(recent.itemCount, 0)))
    .limit(1)
  return found.length > 0
}

async function newestLive(tx: Transaction, sources: readonly Source[], most: number): Promise<SharedItem[]> {
  const keys = await tx
    .select({ arrivedOn: recent.arrivedOn, batchId: recent.id })
    .from(recent)
    .where(and(isNull(recent.projectId), inArray(recent.source, [...sources]), lt(recent.arrivedOn, pinned)))
    .orderBy(desc(recent.arrivedOn), desc(recent.id))
    .limit(batchesMost)
  const found = new Map<string, SharedItem>()
  for (const key of keys) {
    if (found.size >= most) break
    const [batch] = await tx.select().from(recent).where(isBatch(key))
    // The batch may have expired in the meantime.
    if (!batch) continue
    const arrivals = await visibleArrivals(tx, await arrivalsOf(tx, batch))
    for (const { item, draft } of arrivals.reverse()) {
      if (draft && !found.has(draft.permalink)) found.set(draft.permalink, { item, permalink: draft.permalink })
    }
  }
  return [...found.values()].slice(0, most)
}

async function importedItems(tx: Transaction, ids: readonly string[]): Promise<SharedItem[]> {
  if (ids.length === 0) return []
  const rows = await tx
    .select({ ...itemColumns, permalink: post.permalink })
    .from(post)
    .where(and(inArray(post.id, [...ids]), sql`(${post.title} <> '' or ${post.body} <> '')`))
  return rows.map(({ permalink, ...row }) => ({ item: itemOf(row), permalink }))
}

/** Counts the live arrivals that a new project scans; an estimate is rounded to two digits. */
async function countLive(tx: Transaction, sources: readonly Source[]): Promise<number> {
  const percent = await percentKnown(tx)
  const { rows } = await tx.execute<{ items: string }>(sql`
    select coalesce(sum(item_count), 0) * 100 / ${percent}::float as items
    from recent tablesample system (${percent}::real) repeatable (0)
    where arrived_on < 'infinity' and project_id is null and source = any (${sql.param([...sources])}::text[])
      and stands_for is null`)
  const items = Number(rows[0]?.items ?? 0)
  return percent < 100 ? Number(items.toPrecision(2)) : items
}
