import { eq, sql } from 'drizzle-orm'
import type { SourceRecord } from '#engine/records/record.ts'
import { type Progress, progressOf } from '#engine/reddit/feed-progress.ts'
import { paceAfter, waitAfter } from '#engine/reddit/polling.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { type Transaction, transaction } from '#platform/server/database/database.ts'
import type { Items } from '../api/listings.ts'
import { feed, feedGap } from '../tables.ts'
import { type Claim, type FeedRow, type GapRow, leaseMs, ownFeeds } from './claims.ts'

/** How far back posts from before polling began are read, if lists are as deep. Older posts are rarely leads. */
const beginningMs = 14 * 24 * 3_600_000
/** The age at which a gap is given up. */
const gapMostMs = 12 * 3_600_000
/** The number of pages after which Reddit's lists end. */
const listPages = 10

/** The items of a list's first page: the progress of each feed, and the items that are new to any of them. */
export interface FirstPageItems {
  progress: Map<string, Progress>
  fresh: SourceRecord[]
}

export function itemsOfFirstPage(ctx: Ctx, { feeds }: Claim, page: Items): FirstPageItems {
  const now = ctx.now().getTime()
  const oldestAt = oldestOf(page.records)
  const goneIds = page.gone.map((name) => name.replace(/^t\d_/, ''))
  const progress = new Map(
    feeds.map((row) => {
      const items = ownItems(row, feeds.length, page.records).map(({ id, postedAt }) => ({ id, postedAt }))
      const cursor = { newestAt: row.newestPostedAt?.getTime() ?? null, seen: row.seen }
      const first = { items, goneIds, oldestAt, isEnd: page.after === null }
      return [row.id, progressOf(cursor, first, row.askedAt?.getTime() ?? null, now)] as const
    }),
  )
  const fresh = new Set([...progress.values()].flatMap((each) => [...each.fresh]))
  return { progress, fresh: page.records.filter(({ id }) => fresh.has(id)) }
}

/** Returns a feed's items. A feed polled separately owns all items, even if Reddit now spells its name differently. */
function ownItems({ kind, name }: FeedRow, feeds: number, records: readonly SourceRecord[]): readonly SourceRecord[] {
  if (kind !== 'community' || feeds === 1) return records
  return records.filter(({ subreddit }) => subreddit.toLowerCase() === name)
}

function oldestOf(records: readonly SourceRecord[]): number | null {
  return records.reduce<number | null>(
    (oldest, { postedAt }) => (postedAt === null ? oldest : Math.min(oldest ?? postedAt, postedAt)),
    null,
  )
}

/**
 * Records the progress of a claim's feeds after an ingested first page, and the gap between this page and the known
 * posts. With `isReadBack`, posts from before polling began count as a gap too. Updates the claim. Returns false if
 * another worker holds the feeds by now.
 */
export async function recordFirstPage(
  ctx: Ctx,
  claim: Claim,
  page: Items,
  { progress }: FirstPageItems,
  { isReadBack }: { isReadBack: boolean },
): Promise<boolean> {
  const now = ctx.now()
  const rows = claim.feeds.map((row) => rowAfter(row, progress.get(row.id)!, now, claim.feeds.length))
  const oldestAt = oldestOf(page.records)
  const opened = rows.flatMap((row, at) => {
    const before = claim.feeds[at]!
    const isKnown = isReadBack || before.newestPostedAt !== null
    const isMissing = isKnown && !progress.get(row.id)!.isReached && before.kind !== 'search'
    return isMissing && page.after !== null && oldestAt !== null
      ? [gapOf(ctx, claim, before, { after: page.after, toAt: new Date(oldestAt) })]
      : []
  })
  return transaction(ctx, async (tx) => {
    const held = new Set(await writeFeeds(tx, claim, rows, now))
    const own = opened.filter(({ feedId }) => held.has(feedId))
    if (own.length > 0) await tx.insert(feedGap).values(own)
    claim.feeds = rows.filter(({ id }) => held.has(id))
    claim.gaps.push(...own)
    return held.size > 0
  })
}

function rowAfter(row: FeedRow, { cursor, counted, lagMs }: Progress, now: Date, feeds: number): FeedRow {
  // Reddit doesn't say which search found an item.
  const items = row.kind === 'search' ? counted.items / feeds : counted.items
  const pace = paceAfter({ items: row.paceItems, ms: row.paceMs }, { ...counted, items })
  return {
    ...row,
    ...{ paceItems: pace.items, paceMs: pace.ms, seen: [...cursor.seen] },
    newestPostedAt: cursor.newestAt === null ? null : new Date(cursor.newestAt),
    ...{ askedAt: now, lastSuccessAt: now, failures: 0, sourceFailures: 0, error: null },
    aloneAt: feeds === 1 ? now : row.aloneAt,
    lagMs: lagMs ?? row.lagMs,
  }
}

function gapOf(ctx: Ctx, { listed }: Claim, row: FeedRow, { after, toAt }: Pick<GapRow, 'after' | 'toAt'>): GapRow {
  const now = ctx.now()
  const isBeginning = row.newestPostedAt === null
  const fromAt = row.newestPostedAt ?? new Date(now.getTime() - beginningMs)
  const dated = { openedAt: now, triedAt: now, nextAt: now, endedAt: null, givenUp: null }
  return {
    id: ctx.id(),
    feedId: row.id,
    fromAt,
    toAt,
    listing: [...listed.names],
    after,
    pages: 1,
    failures: 0,
    isBeginning,
    ...dated,
  }
}

/** Writes the feeds that are still leased, in one statement, and returns their ids. */
async function writeFeeds(tx: Transaction, claim: Claim, rows: readonly FeedRow[], now: Date): Promise<string[]> {
  const { rows: held } = await tx.execute<{ id: string }>(sql`
    update feed p set pace_items = n."paceItems", pace_ms = n."paceMs", newest_posted_at = n."newestPostedAt",
      seen = n.seen, asked_at = n."askedAt", alone_at = n."aloneAt", last_success_at = n."lastSuccessAt",
      lag_ms = n."lagMs", failures = 0, source_failures = 0, error = null, leased_until = ${leaseEnd(now)}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n(id uuid, "paceItems" real, "paceMs" double precision,
      "newestPostedAt" timestamptz, seen text[], "askedAt" timestamptz, "aloneAt" timestamptz,
      "lastSuccessAt" timestamptz, "lagMs" double precision)
    where p.id = n.id and p.id = any (${ownFeeds(claim)})
    returning p.id`)
  return held.map(({ id }) => id)
}

function leaseEnd(now: Date): string {
  return new Date(now.getTime() + leaseMs).toISOString()
}

/**
 * Returns the gaps that the next page of one list can fill: among those ready now, the one tried longest ago. Posts
 * from before polling began are read in separate claims.
 */
export function nextGaps({ gaps, isForBeginning }: Claim, now: Date): GapRow[] {
  const ready = gaps.filter((gap) => gap.isBeginning === isForBeginning && gap.nextAt <= now)
  const [first] = ready.toSorted((a, b) => a.triedAt.getTime() - b.triedAt.getTime())
  return first ? ready.filter((gap) => gap.after === first.after && String(gap.listing) === String(first.listing)) : []
}

/**
 * Records that a further page was read for these gaps. A gap is closed once the page reaches the known posts or the
 * list ends. It is given up if the list was cut, as Reddit does after 1,000 items. Otherwise it continues after this
 * page. Returns false if another worker holds the feeds by now.
 */
export async function recordGapPage(ctx: Ctx, claim: Claim, missing: readonly GapRow[], page: Items): Promise<boolean> {
  const now = ctx.now()
  const oldestAt = oldestOf(page.records)
  const after = missing.map((read): GapRow => {
    const gap = { ...read, failures: 0, nextAt: now }
    const pages = gap.pages + 1
    const isThere = oldestAt !== null && oldestAt <= gap.fromAt.getTime()
    const toAt = oldestAt === null ? gap.toAt : new Date(Math.min(oldestAt, gap.toAt.getTime()))
    if (isThere) return { ...gap, pages, toAt: gap.fromAt, triedAt: now, endedAt: now }
    if (page.after !== null) return { ...gap, pages, toAt, triedAt: now, after: page.after }
    const isCut = pages >= listPages && !gap.isBeginning
    return {
      ...gap,
      pages,
      toAt,
      triedAt: now,
      endedAt: now,
      givenUp: isCut ? 'Reddit lists only the newest 1,000 posts' : null,
    }
  })
  return writeGaps(ctx, claim, after)
}

/** Records a failed try of gaps: their delay grows, and other gaps go first. */
export function recordFailedTry(ctx: Ctx, claim: Claim, missing: readonly GapRow[]): Promise<boolean> {
  const now = ctx.now()
  const after = missing.map((gap): GapRow => {
    const failures = gap.failures + 1
    return { ...gap, failures, triedAt: now, nextAt: new Date(now.getTime() + waitAfter(failures)) }
  })
  return writeGaps(ctx, claim, after)
}

/** Closes gaps that can't be filled. */
export function giveUpGaps(ctx: Ctx, claim: Claim, missing: readonly GapRow[], givenUp: string): Promise<boolean> {
  const now = ctx.now()
  return writeGaps(
    ctx,
    claim,
    missing.map((gap) => ({ ...gap, triedAt: now, endedAt: now, givenUp: gap.isBeginning ? null : givenUp })),
  )
}

/** Gives up gaps that stayed open for half a day. */
export async function giveUpOldGaps(ctx: Ctx, claim: Claim): Promise<void> {
  const before = ctx.now().getTime() - gapMostMs
  const old = claim.gaps.filter(({ openedAt }) => openedAt.getTime() < before)
  if (old.length > 0) await giveUpGaps(ctx, claim, old, "It couldn't be filled within 12 hours")
}

async function writeGaps(ctx: Ctx, claim: Claim, gaps: readonly GapRow[]): Promise<boolean> {
  return transaction(ctx, async (tx) => {
    const until = new Date(ctx.now().getTime() + leaseMs)
    const held = await tx
      .update(feed)
      .set({ leasedUntil: until })
      .where(sql`${feed.id} = any (${ownFeeds(claim)})`)
      .returning({ id: feed.id })
    const ids = new Set(held.map(({ id }) => id))
    for (const { id, feedId, ...values } of gaps) {
      if (ids.has(feedId)) await tx.update(feedGap).set(values).where(eq(feedGap.id, id))
    }
    const changed = new Map(gaps.map((gap) => [gap.id, gap]))
    claim.gaps = claim.gaps.map((gap) => changed.get(gap.id) ?? gap).filter(({ endedAt }) => endedAt === null)
    return ids.size > 0
  })
}
