import { inArray, sql } from 'drizzle-orm'
import type { Item } from '#engine/item.ts'
import type { Source } from '#engine/sources.ts'
import { post } from '#features/posts/server/index.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { arrivalsOf, isBatch, visibleArrivals } from '../batches.ts'
import { recent } from '../tables.ts'
import type { Delivered } from './posts.ts'

/** Approximate limit of batches to consider: a random sample of them. */
const knownMost = 5_000
/** The size of a batch's row without its items, which are stored out of line. */
const rowBytes = 250
/** The minimum number of items to draw per day, if there are that many. */
export const drawnEach = 400
/** Days before today with all arrivals kept, for backfills. Older days keep a sample. */
export const wholeDays = 14
const dayMs = 24 * 3_600_000

/** A drawn batch; its items count `weight` times. */
export interface SampledBatch {
  arrivedOn: string
  batchId: string
  weight: number
}

export interface RecentSample {
  /** The number of items in all batches, estimated if there are very many. */
  total: number
  /** Takes one batch per day in turn, so that reading a part covers all days. */
  batches: SampledBatch[]
}

interface DrawnRow extends Record<string, unknown> {
  arrived_on: string
  id: string
  weight: number
  total: string
}

/**
 * Samples live arrivals of these sources in the last days. The batches are spread over each day; if there are few, all
 * are drawn.
 */
export async function sampleRecent(
  tx: Transaction,
  sources: readonly Source[],
  { now, days }: { now: Date; days: number },
): Promise<RecentSample> {
  const daysAgo = (ago: number) => new Date(now.getTime() - ago * dayMs).toISOString().slice(0, 10)
  const since = daysAgo(days)
  const isShown = sql`source = any (${sql.param([...sources])}::text[])`
  const percent = await percentKnown(tx)
  const { rows } = await tx.execute<DrawnRow>(sql`
    with known as (
      (select arrived_on, id, item_count, 1::float as stands_for, 100 / ${percent}::float as scale
        from recent tablesample system (${percent}::real) repeatable (0)
        where arrived_on >= ${since}::date and arrived_on < 'infinity' and project_id is null and item_count > 0
          and ${isShown} and stands_for is null)
      union all
      (select arrived_on, id, item_count, stands_for, 1 from recent
        where arrived_on >= ${since}::date and arrived_on < ${daysAgo(wholeDays)}::date and item_count > 0
          and ${isShown} and stands_for is not null)
    ), sized as (
      select arrived_on, sum(item_count) as items, count(*) as batches, sum(item_count * stands_for * scale) as meant
      from known group by 1
    ), placed as (
      -- One batch for each step of so many items, which makes about drawnEach items in all.
      select k.*, sum(item_count) over (partition by arrived_on order by id desc) as upto,
        case when s.items <= ${drawnEach} then 1 else s.items / (${drawnEach}::numeric * s.batches / s.items) end as step,
        s.meant
      from known k join sized s using (arrived_on)
    ), drawn as (
      select *, row_number() over (partition by arrived_on order by id desc) as turn from placed
      where ceil(upto / step) > ceil((upto - item_count) / step)
    ), weighed as (
      select *, stands_for * meant / sum(item_count * stands_for) over (partition by arrived_on) as weight from drawn
    )
    select arrived_on::text, id, weight, (select coalesce(round(sum(meant)), 0) from sized)::text as total
    from weighed order by turn, arrived_on desc`)
  return {
    total: Number(rows[0]?.total ?? 0),
    batches: rows.map(({ arrived_on: arrivedOn, id, weight }) => ({ arrivedOn, batchId: id, weight })),
  }
}

/** Returns the percentage of pages to scan, so that the cost doesn't depend on the amount of stored data. */
export async function percentKnown(tx: Transaction): Promise<number> {
  const { rows } = await tx.execute<{ bytes: string }>(sql`
    select coalesce(sum(pg_relation_size(inhrelid)), 0)::text as bytes from pg_inherits
    where inhparent = 'public.recent'::regclass and inhrelid <> 'public.recent_pinned'::regclass`)
  return Math.min(100, (100 * knownMost * rowBytes) / Math.max(1, Number(rows[0]?.bytes)))
}

export interface SampledItem {
  item: Item
  weight: number
  arrivedOn: string
  draft: Delivered | null
}

/** Returns the items of drawn batches that still exist. */
export async function itemsOf(tx: Transaction, batches: readonly SampledBatch[]): Promise<SampledItem[]> {
  const found: SampledItem[] = []
  for (const { weight, arrivedOn, batchId } of batches) {
    const [batch] = await tx.select().from(recent).where(isBatch({ arrivedOn, batchId }))
    if (!batch) continue
    for (const { item, draft } of await visibleArrivals(tx, await arrivalsOf(tx, batch)))
      found.push({ item, weight, arrivedOn, draft })
  }
  return found
}

/** Returns the Reddit permalinks of stored posts by ID. */
export async function permalinksOf(tx: Transaction, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await tx
    .select({ id: post.id, permalink: post.permalink })
    .from(post)
    .where(inArray(post.id, [...ids]))
  return new Map(rows.map(({ id, permalink }) => [id, permalink]))
}
