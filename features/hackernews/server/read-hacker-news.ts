import { ingest } from '#features/matching/server/index.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { HackerNews, HackerNewsError, hitsMost } from './api.ts'
import { checkItems } from './check-items.ts'
import { endLease, type Position, savePosition, takeLease } from './position.ts'

/** Where a new installation begins: some hours of items. */
const firstItems = 300
/** Items that are read one by one; the search fills a longer gap. */
const gapMost = 1_500
const itemsAtOnce = 100
/** The newest items may not be readable yet. */
const settlingItems = 20
/** Posts older than this are too old to answer. */
const gapMs = 2 * 24 * 3_600_000
/** The search may list an item late. */
const overlapMs = 15 * 60_000
const hourMs = 3_600_000
const runMs = 100_000

/**
 * Reads what is new on Hacker News, and checks whether stored items are still there. The position moves only once items
 * are stored, so a run that dies loses nothing.
 */
export async function readHackerNews(ctx: Ctx): Promise<void> {
  if (!ctx.hackerNews) return
  const { realm } = ctx.hackerNews
  const position = await takeLease(ctx, realm)
  if (!position) return
  const site = new HackerNews(ctx.hackerNews)
  let error: string | null = null
  try {
    await readNew(ctx, site, position)
    await checkItems(ctx, site)
  } catch (thrown) {
    if (!(thrown instanceof HackerNewsError)) throw thrown
    error = thrown.message
  } finally {
    await endLease(ctx, realm, error)
  }
}

async function readNew(ctx: Ctx, site: HackerNews, position: Position): Promise<void> {
  const begun = ctx.now().getTime()
  const isOver = () => ctx.stopping.aborted || ctx.now().getTime() - begun > runMs
  const newest = await site.newest()
  let last = position.item ?? Math.max(0, newest - firstItems)
  if (newest - last > gapMost) {
    if (!(await fillGap(ctx, site, position, isOver))) return
    last = newest
    await savePosition(ctx, site.realm, last)
  }
  while (last < newest && !isOver()) {
    const ids = Array.from({ length: Math.min(itemsAtOnce, newest - last) }, (_, index) => last + 1 + index)
    const read = await site.records(ids)
    const unknown = read.findIndex((record, index) => record === 'unknown' && ids[index]! > newest - settlingItems)
    const done = unknown === -1 ? ids.length : unknown
    const records = read.slice(0, done).flatMap((record) => (record === 'unknown' || record === null ? [] : record))
    await ingest(ctx, site.source, records)
    last += done
    await savePosition(ctx, site.realm, last)
    if (unknown !== -1) return
  }
  // Records the success, also if nothing is new.
  await ingest(ctx, site.source, [])
}

/** Fills a gap hour by hour; returns whether it is filled. The time of the newest stored item is the progress. */
async function fillGap(ctx: Ctx, site: HackerNews, position: Position, isOver: () => boolean): Promise<boolean> {
  const now = ctx.now().getTime()
  const since = Math.max((position.newestPostedAt ?? 0) - overlapMs, now - gapMs)
  for (let from = since; from < now; ) {
    if (isOver()) return false
    let until = Math.min(from + hourMs, now)
    let found = await site.between(seconds(from), seconds(until))
    while (found.total > hitsMost && until - from > 60_000) {
      until = from + (until - from) / 2
      found = await site.between(seconds(from), seconds(until))
    }
    await ingest(ctx, site.source, found.records)
    from = until
  }
  return true
}

function seconds(ms: number): number {
  return Math.floor(ms / 1000)
}
