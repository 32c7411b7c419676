import { and, asc, eq, gt, inArray, isNull, lte, or, type SQL, sql } from 'drizzle-orm'
import { type Listing, listingsOf, type Paced } from '#engine/reddit/places.ts'
import { type PlacePace, perMinuteOf, pollingOf } from '#engine/reddit/polling.ts'
import type { Source } from '#engine/sources.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { type Transaction, transaction } from '#platform/server/database/database.ts'
import type { Listed } from '../sources.ts'
import { listeningGap, place } from '../tables.ts'
import { nextBeginning } from './beginnings.ts'

export type PlaceRow = typeof place.$inferSelect
export type GapRow = typeof listeningGap.$inferSelect

/** Places that one worker asks for, and nobody else until its lease is over. */
export interface Claim {
  source: Source
  leaseId: string
  /** What is new there, or one more page of what was there before anybody listened. */
  isForBeginning: boolean
  listed: Listed
  places: PlaceRow[]
  /** What is missing of them, the oldest first. */
  gaps: GapRow[]
  /** Whether something that was missing was read, or tried, since what is new was. */
  wasReadOn: boolean
  /** How often in a row they could not be read, of whichever of them most; and how often the source did not answer. */
  failures: number
  sourceFailures: number
  /** All other lists of the source, with which it shares the calls. */
  others: PlacePace[]
}

/** Renewed with each page; longer than a question may take, with what stands around it. */
export const leaseMs = 90_000
/** What shares a list with others is asked for by itself so often: only then is it told to be closed. */
const aloneMs = 24 * 3_600_000

const light = {
  id: place.id,
  kind: place.kind,
  stream: place.stream,
  name: place.name,
  paceItems: place.paceItems,
  paceMs: place.paceMs,
  aloneAt: place.aloneAt,
  nextAt: place.nextAt,
  leasedUntil: place.leasedUntil,
  lastSuccessAt: place.lastSuccessAt,
  failures: place.failures,
  turn: place.turn,
}

const { endedAt, triedAt } = listeningGap
type LightRow = Pick<PlaceRow, keyof typeof light>

/** A source, and how many calls a minute it may spend. */
export interface Budget {
  name: Source
  callsPerMinute: number
}

/** What has been due for longest and nobody asks for: a list, or a page of a beginning; null where there is nothing. */
export async function claimNext(ctx: Ctx, { name: source, callsPerMinute }: Budget): Promise<Claim | null> {
  return transaction(ctx, async (tx) => {
    const now = ctx.now()
    const shareMs = shareOf(callsPerMinute)
    const beginning = await nextBeginning(tx, source, now, shareMs)
    const [due] = await tx.select({ id: place.id }).from(place).where(isDue(source, now)).limit(1)
    if (!due && !beginning) return null
    const rows = await tx.select(light).from(place).where(eq(place.source, source))
    const byId = new Map(rows.map((row) => [row.id, row]))
    const paced = new Map(rows.map((row) => [row.id, pacedOf(row, now)]))
    const listings = listingsOf([...paced.values()])
    const waiting = inTurn(listings, byId, now, shareMs)
    const own = beginning && paced.get(beginning.placeId)
    const alone = own ? [{ listing: aloneOf(own), at: beginning.at, isForBeginning: true }] : []
    for (const { listing, isForBeginning } of [...waiting, ...alone].sort((a, b) => a.at - b.at)) {
      const claim = await take(ctx, tx, source, listing, byId)
      const others = () => pacesOf(listings.filter((each) => each !== listing))
      if (claim) return { ...claim, isForBeginning, others: isForBeginning ? [] : others() }
    }
    return null
  })
}

/** What is new in a project's listening takes every other call at most, where somebody else waits. */
function shareOf(callsPerMinute: number): number {
  return (2 * 60_000) / callsPerMinute
}

function aloneOf(own: Paced): Listing {
  return { kind: own.kind, stream: own.stream, places: [own], perMinute: perMinuteOf(own.pace) }
}

function isDue(source: Source, now: Date) {
  return and(eq(place.source, source), lte(place.nextAt, now), isFree(now))
}

function isFree(now: Date) {
  return or(isNull(place.leasedUntil), lte(place.leasedUntil, now))
}

function pacedOf(
  { paceItems: items, paceMs: ms, aloneAt, lastSuccessAt, failures, ...row }: LightRow,
  now: Date,
): Paced {
  const isLongAgo = aloneAt === null || now.getTime() - aloneAt.getTime() > aloneMs
  return { ...row, pace: { items, ms }, isAlone: lastSuccessAt === null || failures > 0 || isLongAgo }
}

/** Those that are due, whichever of them has waited longest first; new ones of one project each behind the one before. */
function inTurn(listings: readonly Listing[], byId: ReadonlyMap<string, LightRow>, now: Date, shareMs: number) {
  const dueAt = ({ places }: Listing) =>
    places.reduce((earliest, { id }) => {
      const { nextAt, leasedUntil, lastSuccessAt, turn } = byId.get(id)!
      if (nextAt > now || (leasedUntil !== null && leasedUntil > now)) return earliest
      return Math.min(earliest, nextAt.getTime() + (lastSuccessAt === null ? turn * shareMs : 0))
    }, Number.POSITIVE_INFINITY)
  return listings
    .map((listing) => ({ listing, at: dueAt(listing), rank: rankOf(listing), isForBeginning: false }))
    .filter(({ at }) => at < Number.POSITIVE_INFINITY)
    .sort((a, b) => a.at - b.at || a.rank - b.rank)
}

/** Of equals what brings most leads comes first: all of Reddit, and posts. */
function rankOf({ kind, stream }: Listing): number {
  return (kind === 'all' ? 0 : 2) + (stream === 'posts' ? 0 : 1)
}

async function take(
  ctx: Ctx,
  tx: Transaction,
  source: Source,
  { kind, stream, places }: Listing,
  byId: ReadonlyMap<string, LightRow>,
): Promise<Omit<Claim, 'others' | 'isForBeginning'> | null> {
  const leaseId = ctx.id()
  const now = ctx.now()
  const ids = places.map(({ id }) => id)
  // As they were read: whoever asked for them meanwhile has moved them on.
  const times = ids.map((id) => byId.get(id)!.nextAt.toISOString())
  const free = sql`(
    select p.id from place p
    join unnest(${sql.param(ids)}::uuid[], ${sql.param(times)}::timestamptz[]) as read(id, next_at)
      on read.id = p.id and read.next_at = p.next_at
    where p.leased_until is null or p.leased_until <= ${now.toISOString()}
    order by p.id for update of p skip locked)`
  const rows = await tx
    .update(place)
    .set({ leaseId, leasedUntil: new Date(now.getTime() + leaseMs) })
    .where(sql`${place.id} in ${free}`)
    .returning()
  if (rows.length === 0) return null
  rows.sort((a, b) => (a.name < b.name ? -1 : 1))
  const claimed = rows.map(({ id }) => id)
  const askedAt = Math.min(...rows.map((row) => row.askedAt?.getTime() ?? now.getTime()))
  const known = await tx
    .select()
    .from(listeningGap)
    .where(and(inArray(listeningGap.placeId, claimed), or(isNull(endedAt), gt(triedAt, new Date(askedAt)))))
    .orderBy(asc(listeningGap.openedAt), asc(listeningGap.id))
  const gaps = known.filter((gap) => gap.endedAt === null)
  const wasReadOn = known.some((gap) => gap.triedAt.getTime() > askedAt)
  const names = kind === 'all' ? [] : rows.map(({ name }) => name)
  const failures = Math.max(...rows.map((row) => row.failures))
  const sourceFailures = Math.max(...rows.map((row) => row.sourceFailures))
  return { source, leaseId, listed: { kind, stream, names }, places: rows, gaps, wasReadOn, failures, sourceFailures }
}

function pacesOf(listings: readonly Listing[]): PlacePace[] {
  return listings.map(({ places, perMinute }) => ({ place: places[0]!.id, perMinute }))
}

/** When these places are asked for again, by how busy they are among all others. */
export function nextAskAt(ctx: Ctx, { places, others }: Claim, callsPerMinute: number): number {
  const perMinute = places.reduce((sum, { paceItems: items, paceMs: ms }) => sum + perMinuteOf({ items, ms }), 0)
  const own = places[0]!.id
  const { intervalMs } = pollingOf([...others, { place: own, perMinute }], callsPerMinute)
  return ctx.now().getTime() + intervalMs.get(own)!
}

/**
 * Ids of the places of a claim that are still its own, held in the order in which who takes places away holds them: in any
 * other, each of the two would wait for what the other holds.
 */
export function ownPlaces({ leaseId }: Claim): SQL {
  return sql`array(select own.id from place own where own.lease_id = ${leaseId} order by own.id for no key update)`
}

/** Gives places back, to be asked for again at an instant. What somebody else holds by now stays theirs. */
export async function release(ctx: Ctx, claim: Claim, nextAt: Date | null): Promise<void> {
  const next = nextAt ? { nextAt } : {}
  await transaction(ctx, (tx) =>
    tx
      .update(place)
      .set({ leaseId: null, leasedUntil: null, ...next })
      .where(sql`${place.id} = any (${ownPlaces(claim)})`),
  )
}
