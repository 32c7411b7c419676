import type { PollCount } from './polling.ts'

/** How far a feed is known. Times are milliseconds since 1970. */
export interface Cursor {
  /** When the newest known item was posted; null before the first. */
  newestAt: number | null
  /** The ids of the newest known ones, the newest first. */
  seen: readonly string[]
}

/** The first page of a list, as far as it is about one feed. */
export interface FirstPage {
  /** The feed's own items on it. */
  items: readonly { id: string; postedAt: number | null }[]
  /** The ids of those on it that are gone already. */
  goneIds: readonly string[]
  /** When the oldest item of the whole page was posted; null where it has none. */
  oldestAt: number | null
  /** True where nothing comes after it. */
  isEnd: boolean
}

/** What a first page brings of a feed. */
export interface Progress {
  cursor: Cursor
  /** The ids of those that are not known yet. */
  fresh: ReadonlySet<string>
  /** Whether the page comes up to what was known, so that nothing is missing in between. */
  isReached: boolean
  counted: PollCount
  /** How long half of what is new was there already; null where nothing is. */
  lagMs: number | null
}

/** More than a page has, since a list may come in another order now and then. */
const seenMost = 150
/** So long an item may take to appear in its list. */
const quietMs = 60_000

/**
 * What is new, and whether the page comes up to the cursor: one of the known ones is on it, or it ends before the time
 * of the newest of them, which may have been deleted. `askedAt` is when it was asked before; null: never.
 */
export function progressOf(cursor: Cursor, page: FirstPage, askedAt: number | null, now: number): Progress {
  const { newestAt, seen } = cursor
  const known = new Set(seen)
  const fresh = page.items.filter(({ id }) => !known.has(id))
  const isKnownThere = page.items.some(({ id }) => known.has(id)) || page.goneIds.some((id) => known.has(id))
  const isPast = newestAt !== null && page.oldestAt !== null && page.oldestAt <= newestAt
  const isReached = page.isEnd || isKnownThere || isPast
  // What moderators let through late stands further down: it is delivered, and tells nothing about how busy it is.
  const newer = fresh.filter(({ postedAt }) => newestAt === null || (postedAt ?? 0) > newestAt)
  const times = newer.flatMap(({ postedAt }) => postedAt ?? [])
  const newest = times.reduce<number | null>((latest, at) => Math.max(latest ?? at, at), newestAt)
  const since = newestAt === null || askedAt === null || !isReached ? page.oldestAt : askedAt
  return {
    cursor: {
      // Where nothing was ever said, all until shortly before is known.
      newestAt: newest ?? (isReached ? now - quietMs : null),
      seen: [...new Set([...fresh.map(({ id }) => id), ...seen])].sort(newestFirst).slice(0, seenMost),
    },
    fresh: new Set(fresh.map(({ id }) => id)),
    isReached,
    counted: { items: newer.length, overMs: now - (since ?? askedAt ?? now), isWhole: isReached },
    lagMs: newestAt === null || times.length === 0 ? null : Math.max(0, now - middleOf(times)),
  }
}

/** Reddit counts in base 36. */
function newestFirst(a: string, b: string): number {
  return b.length - a.length || (a < b ? 1 : a > b ? -1 : 0)
}

function middleOf(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)]!
}
