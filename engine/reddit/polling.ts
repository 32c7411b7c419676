/** How often feeds are polled (DESIGN 4). Times are milliseconds, rates are items a minute. */

/** The pace of a feed: items counted in a span of time, with older counts weighing less. */
export interface Pace {
  items: number
  ms: number
}

/** One poll: the number of new items since the previous poll or, for the first poll, since the oldest item. */
export interface PollCount {
  items: number
  overMs: number
  /** False if the page did not reach the cursor. Then `overMs` is the time that the page spans. */
  isWhole: boolean
}

export interface FeedPace {
  feed: string
  perMinute: number
}

export interface Polling {
  /** By feed. */
  intervalMs: Map<string, number>
  /** Whether the budget is too small. Pages then fill up between polls, and the following pages are read too. */
  isShort: boolean
}

/** A page has a hundred items; the expected number leaves room for chance. */
const expectedMost = 80
/** The bounds of the time between two polls of a feed. */
export const pollBounds = { leastMs: 5_000, mostMs: 600_000 }

/** The wait after the first failure in a row, and the longest. */
const waitBounds = { leastMs: 15_000, mostMs: 600_000 }

const memoryMs = 30 * 60_000
const leastMs = 1_000
/** The assumed pace of a feed that was never polled. */
const prior = { items: 1, ms: 60_000 }

export const unknownPace: Pace = { items: 0, ms: 0 }

/** Returns the pace after a poll. A burst counts at once, a lull gradually. */
export function paceAfter(pace: Pace, { items, overMs, isWhole }: PollCount): Pace {
  const ms = Math.max(overMs, leastMs)
  const expected = (perMinuteOf(pace) * ms) / 60_000
  const isBurst = items > 3 + expected + 3 * Math.sqrt(expected)
  if (!isWhole || isBurst) return { items, ms }
  const decay = Math.exp(-ms / memoryMs)
  return { items: pace.items * decay + items, ms: pace.ms * decay + ms }
}

export function perMinuteOf({ items, ms }: Pace): number {
  return ((items + prior.items) * 60_000) / (ms + prior.ms)
}

/** Returns the wait after this many failures in a row: it doubles each time. */
export function waitAfter(failures: number): number {
  return Math.min(waitBounds.leastMs * 2 ** (Math.max(failures, 1) - 1), waitBounds.mostMs)
}

/**
 * Distributes polls among feeds. Each feed gets what it needs: a poll before its page is full, and one in ten minutes.
 * The rest goes where it saves the most waiting, by the square root of the pace. If the budget is too small, all
 * intervals grow by the same factor, so that no feed starves. The budget must be above 0.
 */
export function pollingOf(feeds: readonly FeedPace[], pollsPerMinute: number): Polling {
  const bounds = { least: 60_000 / pollBounds.mostMs, most: 60_000 / pollBounds.leastMs }
  const needs = feeds.map(({ feed, perMinute }) => {
    const least = Math.max(perMinute / expectedMost, bounds.least)
    return { feed, least, most: Math.max(least, bounds.most), weight: Math.sqrt(perMinute) }
  })
  const needed = sum(needs.map(({ least }) => least))
  const isShort = needed > pollsPerMinute
  const level = isShort ? 0 : levelOf(needs, pollsPerMinute)
  const scale = isShort ? pollsPerMinute / needed : 1
  const intervals = needs.map((need) => [need.feed, wholeMs(60_000 / (pollsAt(need, level) * scale))] as const)
  return { intervalMs: new Map(intervals), isShort }
}

/** Rounds up, except for a floating-point error. */
function wholeMs(ms: number): number {
  return Math.ceil(ms - 1e-6)
}

interface Need {
  /** Polls a minute. */
  least: number
  most: number
  weight: number
}

function pollsAt({ least, most, weight }: Need, level: number): number {
  return Math.min(Math.max(level * weight, least), most)
}

/** Returns the highest level at which all polls together are within the budget. */
function levelOf(needs: readonly Need[], budget: number): number {
  let low = 0
  let high = Math.max(0, ...needs.filter(({ weight }) => weight > 0).map(({ most, weight }) => most / weight))
  const isWithin = (level: number) => sum(needs.map((need) => pollsAt(need, level))) <= budget
  if (isWithin(high)) return high
  for (let step = 0; step < 60; step++) {
    const middle = (low + high) / 2
    if (isWithin(middle)) low = middle
    else high = middle
  }
  return low
}

/** The limits of one list of several feeds. */
interface GroupBounds {
  feeds: number
  /** The length of their names in an address. */
  chars: number
}

/** For communities; far below the length of an address that Reddit rejects. */
const groupBounds: GroupBounds = { feeds: 100, chars: 1_500 }

/**
 * Groups quiet feeds that one listing can cover, `a+b+c`. A feed that fills a listing stays alone. Groups follow the
 * order of names, so that they stay much the same while paces change.
 */
export function groupsOf(feeds: readonly FeedPace[], bounds: GroupBounds = groupBounds): string[][] {
  const perMinuteMost = (expectedMost * 60_000) / pollBounds.mostMs
  const byName = feeds.toSorted((a, b) => (a.feed < b.feed ? -1 : a.feed > b.feed ? 1 : 0))
  const groups = byName.filter(({ perMinute }) => perMinute >= perMinuteMost).map(({ feed }) => [feed])
  let open = { feeds: [] as string[], perMinute: 0, chars: 0 }
  for (const { feed, perMinute } of byName) {
    if (perMinute >= perMinuteMost) continue
    const chars = encodeURIComponent(feed).length + 1
    const isFull =
      open.perMinute + perMinute > perMinuteMost ||
      open.feeds.length >= bounds.feeds ||
      open.chars + chars > bounds.chars
    if (isFull || open.feeds.length === 0) {
      open = { feeds: [], perMinute: 0, chars: 0 }
      groups.push(open.feeds)
    }
    open.feeds.push(feed)
    open.perMinute += perMinute
    open.chars += chars
  }
  return groups
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
