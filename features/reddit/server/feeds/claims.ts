import { and, asc, eq, gt, inArray, isNull, lte, or, type SQL, sql } from 'drizzle-orm'
import { type Listing, listingsOf, type Paced } from '#engine/reddit/feeds.ts'
import { type FeedPace, perMinuteOf, pollingOf } from '#engine/reddit/polling.ts'
import type { Source } from '#engine/sources.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { readOnly, type Transaction, transaction } from '#platform/server/database/database.ts'
import type { Listed } from '../sources.ts'
import { feed, feedGap } from '../tables.ts'
import { nextBeginning } from './beginnings.ts'

export type FeedRow = typeof feed.$inferSelect
export type GapRow = typeof feedGap.$inferSelect

/** The feeds leased by one worker. */
export interface Claim {
  source: Source
  leaseId: string
  /** Whether the claim is for a page from before polling began rather than for new posts. */
  isForBeginning: boolean
  listed: Listed
  feeds: FeedRow[]
  /** The gaps of these feeds, oldest first. */
  gaps: GapRow[]
  /** Whether a gap was read or tried since the last poll for new posts. */
  wasReadOn: boolean
  /** The most failures in a row of any of the feeds, and how often the source failed to respond. */
  failures: number
  sourceFailures: number
  /** All other lists of the source, which share its calls. */
  others: FeedPace[]
}

/** Renewed with each page. Longer than a request and its processing may take. */
export const leaseMs = 90_000
/** The interval of separate polls for a feed in a shared list: only they show that it is closed. */
const aloneMs = 24 * 3_600_000

const light = {
  id: feed.id,
  kind: feed.kind,
  stream: feed.stream,
  name: feed.name,
  paceItems: feed.paceItems,
  paceMs: feed.paceMs,
  aloneAt: feed.aloneAt,
  nextAt: feed.nextAt,
  leasedUntil: feed.leasedUntil,
  lastSuccessAt: feed.lastSuccessAt,
  failures: feed.failures,
  turn: feed.turn,
}

const { endedAt, triedAt } = feedGap
type LightRow = Pick<FeedRow, keyof typeof light>

/** A source and its calls per minute. */
export interface Budget {
  name: Source
  callsPerMinute: number
}

/** Leases the list or the page of older posts that has been due longest; null if nothing is due. */
export async function claimNext(ctx: Ctx, { name: source, callsPerMinute }: Budget): Promise<Claim | null> {
  if (!(await mayBeDue(ctx, source))) return null
  return transaction(ctx, async (tx) => {
    const now = ctx.now()
    const shareMs = shareOf(callsPerMinute)
    const beginning = await nextBeginning(tx, source, now, shareMs)
    const [due] = await tx.select({ id: feed.id }).from(feed).where(isDue(source, now)).limit(1)
    if (!due && !beginning) return null
    const rows = await tx.select(light).from(feed).where(eq(feed.source, source))
    const byId = new Map(rows.map((row) => [row.id, row]))
    const paced = new Map(rows.map((row) => [row.id, pacedOf(row, now)]))
    const listings = listingsOf([...paced.values()])
    const waiting = inTurn(listings, byId, now, shareMs)
    const own = beginning && paced.get(beginning.feedId)
    const alone = own ? [{ listing: aloneOf(own), at: beginning.at, isForBeginning: true }] : []
    for (const { listing, isForBeginning } of [...waiting, ...alone].sort((a, b) => a.at - b.at)) {
      const claim = await take(ctx, tx, source, listing, byId)
      const others = () => pacesOf(listings.filter((each) => each !== listing))
      if (claim) return { ...claim, isForBeginning, others: isForBeginning ? [] : others() }
    }
    return null
  })
}

/** Returns whether something may be due. It is asked every second, and reads far less than a claim does. */
async function mayBeDue(ctx: Ctx, source: Source): Promise<boolean> {
  const now = ctx.now().toISOString()
  const { rows } = await readOnly(ctx, (tx) =>
    tx.execute<{ due: boolean }>(sql`
      select exists (
        select from feed
        where source = ${source} and next_at <= ${now} and (leased_until is null or leased_until <= ${now})
      ) or exists (
        select from feed_gap g join feed p on p.id = g.feed_id
        where g.ended_at is null and g.is_beginning and g.next_at <= ${now} and p.source = ${source}
      ) as due`),
  )
  return rows[0]!.due
}

/** Returns the ms between a project's new feeds, so that they take at most every other call while others wait. */
function shareOf(callsPerMinute: number): number {
  return (2 * 60_000) / callsPerMinute
}

function aloneOf(own: Paced): Listing {
  return { kind: own.kind, stream: own.stream, feeds: [own], perMinute: perMinuteOf(own.pace) }
}

function isDue(source: Source, now: Date) {
  return and(eq(feed.source, source), lte(feed.nextAt, now), isFree(now))
}

function isFree(now: Date) {
  return or(isNull(feed.leasedUntil), lte(feed.leasedUntil, now))
}

function pacedOf(
  { paceItems: items, paceMs: ms, aloneAt, lastSuccessAt, failures, ...row }: LightRow,
  now: Date,
): Paced {
  const isLongAgo = aloneAt === null || now.getTime() - aloneAt.getTime() > aloneMs
  return { ...row, pace: { items, ms }, isAlone: lastSuccessAt === null || failures > 0 || isLongAgo }
}

/** Returns the due lists, longest wait first. A project's new feeds queue one behind the other. */
function inTurn(listings: readonly Listing[], byId: ReadonlyMap<string, LightRow>, now: Date, shareMs: number) {
  const dueAt = ({ feeds }: Listing) =>
    feeds.reduce((earliest, { id }) => {
      const { nextAt, leasedUntil, lastSuccessAt, turn } = byId.get(id)!
      if (nextAt > now || (leasedUntil !== null && leasedUntil > now)) return earliest
      return Math.min(earliest, nextAt.getTime() + (lastSuccessAt === null ? turn * shareMs : 0))
    }, Number.POSITIVE_INFINITY)
  return listings
    .map((listing) => ({ listing, at: dueAt(listing), rank: rankOf(listing), isForBeginning: false }))
    .filter(({ at }) => at < Number.POSITIVE_INFINITY)
    .sort((a, b) => a.at - b.at || a.rank - b.rank)
}

/** Ranks lists that are equally due: all of Reddit and posts come first, since they yield most leads. */
function rankOf({ kind, stream }: Listing): number {
  return (kind === 'all' ? 0 : 2) + (stream === 'posts' ? 0 : 1)
}

async function take(
  ctx: Ctx,
  tx: Transaction,
  source: Source,
  { kind, stream, feeds }: Listing,
  byId: ReadonlyMap<string, LightRow>,
): Promise<Omit<Claim, 'others' | 'isForBeginning'> | null> {
  const leaseId = ctx.id()
  const now = ctx.now()
  const ids = feeds.map(({ id }) => id)
  // Skips feeds that have changed since they were read: another worker has polled them in the meantime.
  const times = ids.map((id) => byId.get(id)!.nextAt.toISOString())
  const free = sql`(
    select p.id from feed p
    join unnest(${sql.param(ids)}::uuid[], ${sql.param(times)}::timestamptz[]) as read(id, next_at)
      on read.id = p.id and read.next_at = p.next_at
    where p.leased_until is null or p.leased_until <= ${now.toISOString()}
    order by p.id for update of p skip locked)`
  const rows = await tx
    .update(feed)
    .set({ leaseId, leasedUntil: new Date(now.getTime() + leaseMs) })
    .where(sql`${feed.id} in ${free}`)
    .returning()
  if (rows.length === 0) return null
  rows.sort((a, b) => (a.name < b.name ? -1 : 1))
  const claimed = rows.map(({ id }) => id)
  const askedAt = Math.min(...rows.map((row) => row.askedAt?.getTime() ?? now.getTime()))
  const known = await tx
    .select()
    .from(feedGap)
    .where(and(inArray(feedGap.feedId, claimed), or(isNull(endedAt), gt(triedAt, new Date(askedAt)))))
    .orderBy(asc(feedGap.openedAt), asc(feedGap.id))
  const gaps = known.filter((gap) => gap.endedAt === null)
  const wasReadOn = known.some((gap) => gap.triedAt.getTime() > askedAt)
  const names = kind === 'all' ? [] : rows.map(({ name }) => name)
  const failures = Math.max(...rows.map((row) => row.failures))
  const sourceFailures = Math.max(...rows.map((row) => row.sourceFailures))
  return { source, leaseId, listed: { kind, stream, names }, feeds: rows, gaps, wasReadOn, failures, sourceFailures }
}

function pacesOf(listings: readonly Listing[]): FeedPace[] {
  return listings.map(({ feeds, perMinute }) => ({ feed: feeds[0]!.id, perMinute }))
}

/** Returns when to poll these feeds again, by how busy they are among all feeds. */
export function nextPollAt(ctx: Ctx, { feeds, others }: Claim, callsPerMinute: number): number {
  const perMinute = feeds.reduce((sum, { paceItems: items, paceMs: ms }) => sum + perMinuteOf({ items, ms }), 0)
  const own = feeds[0]!.id
  const { intervalMs } = pollingOf([...others, { feed: own, perMinute }], callsPerMinute)
  return ctx.now().getTime() + intervalMs.get(own)!
}

/** Selects and locks the feeds still leased by a claim, in the lock order of feeds (by id), to prevent deadlocks. */
export function ownFeeds({ leaseId }: Claim): SQL {
  return sql`array(select own.id from feed own where own.lease_id = ${leaseId} order by own.id for no key update)`
}

/** Releases feeds and sets their next poll. Feeds that another worker has leased in the meantime stay leased. */
export async function release(ctx: Ctx, claim: Claim, nextAt: Date | null): Promise<void> {
  const next = nextAt ? { nextAt } : {}
  await transaction(ctx, (tx) =>
    tx
      .update(feed)
      .set({ leaseId: null, leasedUntil: null, ...next })
      .where(sql`${feed.id} = any (${ownFeeds(claim)})`),
  )
}
