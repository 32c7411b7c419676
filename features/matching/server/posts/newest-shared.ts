import { and, desc, eq, gt, inArray, isNull, lt } from 'drizzle-orm'
import type { Item } from '#engine/item.ts'
import type { Source } from '#engine/sources.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import type { BatchKey } from '#platform/server/jobs/queue.ts'
import { arrivalsOf, isBatch, visibleArrivals } from '../batches.ts'
import { recent } from '../tables.ts'
import { permalinksOf } from './recent-sample.ts'

export interface SharedItem {
  item: Item
  permalink: string
}

/** The most batches to look at; a live source's batches may have few items each. */
const batchesMost = 200

/**
 * Returns the newest shared arrivals of these sources, newest first, at most `most`. They are unfiltered, so that they
 * reveal neither watchlists nor imports of any project.
 */
export async function newestShared(tx: Transaction, sources: readonly Source[], most: number): Promise<SharedItem[]> {
  const found: SharedItem[] = []
  const seen = new Set<string>()
  for (const key of await newestBatches(tx, sources, most)) {
    const [batch] = await tx.select().from(recent).where(isBatch(key))
    // The batch may have expired in the meantime.
    if (!batch) continue
    const arrivals = await visibleArrivals(tx, await arrivalsOf(tx, batch))
    const permalinks = batch.items
      ? new Map<string, string>()
      : await permalinksOf(
          tx,
          arrivals.map(({ item }) => item.id),
        )
    for (const { item, draft } of arrivals.reverse()) {
      const permalink = draft?.permalink ?? permalinks.get(item.id)
      if (permalink === undefined || seen.has(permalink) || found.length === most) continue
      seen.add(permalink)
      found.push({ item, permalink })
    }
  }
  return found
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

/** Returns enough of the newest batches, imported and live, for this many items. */
async function newestBatches(tx: Transaction, sources: readonly Source[], most: number): Promise<BatchKey[]> {
  const newest = async (kind: 'imported' | 'live') => {
    const day = kind === 'imported' ? eq(recent.arrivedOn, 'infinity') : lt(recent.arrivedOn, 'infinity')
    return tx
      .select({ arrivedOn: recent.arrivedOn, batchId: recent.id, items: recent.itemCount })
      .from(recent)
      .where(and(isNull(recent.projectId), inArray(recent.source, [...sources]), day))
      .orderBy(desc(recent.arrivedOn), desc(recent.id))
      .limit(batchesMost)
  }
  const batches = [...(await newest('imported')), ...(await newest('live'))].sort((a, b) =>
    a.batchId < b.batchId ? 1 : -1,
  )
  let items = 0
  return batches.filter((batch) => {
    const isNeeded = items < most
    items += batch.items
    return isNeeded
  })
}
