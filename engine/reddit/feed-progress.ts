import type { PollCount } from './polling.ts'

/** The position up to which a feed is known. Times are milliseconds since 1970. */
export interface Cursor {
  /** When the newest known item was posted; null before the first. */
  newestAt: number | null
  /** The ids of the newest known items, newest first. */
  seen: readonly string[]
}

/** The first page of a listing, reduced to one feed. */
export interface FirstPage {
  /** The feed's own items on the page. */
  items: readonly { id: string; postedAt: number | null }[]
  /** The ids of deleted items on the page. */
  goneIds: readonly string[]
  /** When the oldest item of the whole page was posted; null if the page has none. */
  oldestAt: number | null
  /** True if this is the last page. */
  isEnd: boolean
}

/** The result of comparing a first page with the cursor. */
export interface Progress {
  cursor: Cursor
  /** The ids of the items that are new. */
  fresh: ReadonlySet<string>
  /** Whether the page reaches back to the cursor, so that no items are missing in between. */
  isReached: boolean
  counted: PollCount
  /** The median age of the new items; null if there are none. */
  lagMs: number | null
}

/** More than a page has, since Reddit sometimes changes the order of a list. */
const seenMost = 150
/** The longest that an item may take to appear in its list. */
const quietMs = 60_000

/**
 * Returns the new items and whether the page reaches the cursor: it has a known item, or it ends before the newest
 * known one, which may have been deleted. `askedAt` is the time of the previous poll, or null.
 */
export function progressOf(cursor: Cursor, page: FirstPage, askedAt: number | null, now: number): Progress {
  const { newestAt, seen } = cursor
  const known = new Set(seen)
  const fresh = page.items.filter(({ id }) => !known.has(id))
  const isKnownThere = page.items.some(({ id }) => known.has(id)) || page.goneIds.some((id) => known.has(id))
  const isPast = newestAt !== null && page.oldestAt !== null && page.oldestAt <= newestAt
  const isReached = page.isEnd || isKnownThere || isPast
  // Posts that moderators approve late appear further down. They are delivered, but say nothing about the pace.
  const newer = fresh.filter(({ postedAt }) => newestAt === null || (postedAt ?? 0) > newestAt)
  const times = newer.flatMap(({ postedAt }) => postedAt ?? [])
  const newest = times.reduce<number | null>((latest, at) => Math.max(latest ?? at, at), newestAt)
  const since = newestAt === null || askedAt === null || !isReached ? page.oldestAt : askedAt
  return {
    cursor: {
      // An empty feed is known up to shortly before now.
      newestAt: newest ?? (isReached ? now - quietMs : null),
      seen: [...new Set([...fresh.map(({ id }) => id), ...seen])].sort(newestFirst).slice(0, seenMost),
    },
    fresh: new Set(fresh.map(({ id }) => id)),
    isReached,
    counted: { items: newer.length, overMs: now - (since ?? askedAt ?? now), isWhole: isReached },
    lagMs: newestAt === null || times.length === 0 ? null : Math.max(0, now - middleOf(times)),
  }
}

/** Compares Reddit's base-36 ids. */
function newestFirst(a: string, b: string): number {
  return b.length - a.length || (a < b ? 1 : a > b ? -1 : 0)
}

function middleOf(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)]!
}
