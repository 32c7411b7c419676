/** How often feeds are asked for what is new in them (DESIGN 4). Times are milliseconds, rates are items a minute. */

/** What is kept of how busy a feed is: what was counted in how long a time, older counts weighing less and less. */
export interface Pace {
  items: number
  ms: number
}

/** One poll: how many items were new, in the time since the poll before or, of the first one, since the oldest of them. */
export interface PollCount {
  items: number
  overMs: number
  /** False where a page did not reach back to what was known: then `overMs` is the time that it spans. */
  isWhole: boolean
}

export interface FeedPace {
  feed: string
  perMinute: number
}

export interface Polling {
  /** By feed. */
  intervalMs: Map<string, number>
  /** Whether the budget is too small for what the feeds need: pages are fuller then than they can be, and are paged on. */
  isShort: boolean
}

/** A page has a hundred; what is expected on one leaves room for chance. */
const expectedMost = 80
/** Between two polls of a feed. */
export const pollBounds = { leastMs: 5_000, mostMs: 600_000 }

/** After the first failure in a row and at most. */
const waitBounds = { leastMs: 15_000, mostMs: 600_000 }

const memoryMs = 30 * 60_000
const leastMs = 1_000
/** What is taken for granted of a feed that was never polled. */
const prior = { items: 1, ms: 60_000 }

export const unknownPace: Pace = { items: 0, ms: 0 }

/** What is kept after a poll. A burst is believed at once, a lull little by little. */
export function paceAfter(pace: Pace, { items, overMs, isWhole }: PollCount): Pace {
  const ms = Math.max(overMs, leastMs)
  const expected = (perMinuteOf(pace) * ms) / 60_000
  const isBurst = items > 3 + expected + 3 * Math.sqrt(expected)
  if (!isWhole || isBurst) return { items, ms }
  const kept = Math.exp(-ms / memoryMs)
  return { items: pace.items * kept + items, ms: pace.ms * kept + ms }
}

export function perMinuteOf({ items, ms }: Pace): number {
  return ((items + prior.items) * 60_000) / (ms + prior.ms)
}

/** How long to leave alone what has failed so often in a row: twice as long each time. */
export function waitAfter(failures: number): number {
  return Math.min(waitBounds.leastMs * 2 ** (Math.max(failures, 1) - 1), waitBounds.mostMs)
}

/**
 * Shares out polls among feeds. Each has what it needs: one before its page is full, and one in ten minutes. What is
 * left goes where it lets the fewest items wait, by the square root of what is expected there. Where there is too little
 * for what is needed, everybody's interval grows by the same factor, so that nobody starves. The budget is above nothing.
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

/** Rounded up, but for what is only the last digit of a fraction. */
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

/** The highest level at which the polls of all feeds together are within the budget. */
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

/** What one list of several feeds may hold. */
interface GroupBounds {
  feeds: number
  /** Of their names in an address. */
  chars: number
}

/** Of communities: far below where Reddit calls an address too long. */
const groupBounds: GroupBounds = { feeds: 100, chars: 1_500 }

/**
 * Brings quiet feeds together that one listing can tell of, `a+b+c`; one that is as busy as a whole listing may be, or
 * busier, stays alone. In the order of their names, so that groups stay much the same while paces change.
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
