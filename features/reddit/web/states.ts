import { pollBounds } from '#engine/reddit/polling.ts'
import type { Source } from '#engine/sources.ts'
import type { FeedHealth, SourceHealth } from '#platform/contract/source-health.ts'
import { count, spanText } from '#platform/web/text/units.ts'

/** The sources that are polled; archives are read once. */
export type PolledSource = Exclude<Source, 'archive'>

/** The steps to set up a source that isn't connected. */
export const setupHints: Record<PolledSource, string> = {
  'reddit-api': 'To connect, set REDDIT_CLIENT_ID and REDDIT_CLIENT_SECRET on the server.',
  'reddit-rss': 'To connect, set REDDIT_RSS_URL on the server.',
  sandbox: 'To turn it on, set SANDBOX=on on the server.',
  hackernews: 'To connect, set HN_URL on the server.',
}

/** The steps to fix a source that doesn't recover by itself. */
const remedies: Record<PolledSource, string> = {
  'reddit-api':
    "On the server, check that REDDIT_CLIENT_ID and REDDIT_CLIENT_SECRET are correct and that Reddit hasn't revoked the app.",
  'reddit-rss':
    'On the server, check that REDDIT_RSS_URL is reachable and that no other program polls Reddit from the same IP address.',
  sandbox: 'Sample data comes from this server. Restart the server.',
  hackernews: 'On the server, check that HN_URL is reachable.',
}

/** Returns the age of an instant as text. */
export function agoText(instant: string, now: number): string {
  const seconds = (now - Date.parse(instant)) / 1000
  return seconds < 2 ? 'just now' : `${spanText(seconds)} ago`
}

export interface State {
  look: 'gray' | 'good' | 'warn' | 'danger'
  label: string
  /** A full sentence. */
  text: string
  /** The next step; null if there is none. */
  remedy: string | null
}

/** Returns the state of a live source for a project with these feeds. */
export function stateOf(
  health: Pick<SourceHealth, 'state' | 'lastSuccessAt'> | undefined,
  source: PolledSource,
  feeds: readonly FeedHealth[],
  now: number,
): State {
  const lastSuccessAt = health?.lastSuccessAt ?? null
  const silence = lastSuccessAt === null ? null : spanText((now - Date.parse(lastSuccessAt)) / 1000)
  if (health?.state === 'failing') {
    const text = silence === null ? 'It has never responded.' : `It hasn't responded for ${silence}.`
    return { look: 'danger', label: 'Down', text, remedy: remedies[source] }
  }
  if (health?.state === 'trying') {
    const text =
      lastSuccessAt === null
        ? "It hasn't responded yet."
        : `It last responded ${agoText(lastSuccessAt, now)} and has been failing since.`
    const remedy = 'Earshot keeps retrying. No action needed yet.'
    return { look: 'warn', label: 'Retrying', text, remedy }
  }
  if (lastSuccessAt === null) {
    return { look: 'gray', label: 'Starting', text: "It hasn't been polled yet.", remedy: null }
  }
  return workingState(feeds)
}

function workingState(feeds: readonly FeedHealth[]): State {
  const failing = feeds.filter((feed) => feed.error !== null).length
  const open = gapsOf(feeds).filter(isOpen).length
  const lost = gapsOf(feeds).filter(isLost).length
  if (failing > 0) {
    const text = `${count(failing)} of ${feedsText(feeds.length)} ${failing === 1 ? 'is' : 'are'} failing.`
    return { look: 'warn', label: 'Partly working', text, remedy: null }
  }
  if (open > 0) {
    const text = `Filling ${gapsText(open)}.`
    return { look: 'warn', label: 'Catching up', text, remedy: null }
  }
  if (lost > 0) {
    return {
      look: 'warn',
      label: 'Gaps',
      text: `${gapsText(lost)} couldn't be filled.`,
      remedy: null,
    }
  }
  return { look: 'good', label: 'Working', text: 'Receiving new posts.', remedy: null }
}

type Gap = FeedHealth['gaps'][number]

export function isOpen({ endedAt }: Gap): boolean {
  return endedAt === null
}

export function isLost({ givenUp }: Gap): boolean {
  return givenUp !== null
}

function gapsOf(feeds: readonly FeedHealth[]): Gap[] {
  return feeds.flatMap(({ gaps }) => gaps)
}

/** The lag of the feeds in seconds: the median, and the worst with its feed. */
export function lagsOf(feeds: readonly FeedHealth[]): { median: number; worst: number; of: FeedHealth } | null {
  const known = feeds
    .flatMap((feed) => (feed.lagSeconds === null ? [] : [{ feed, seconds: feed.lagSeconds }]))
    .sort((a, b) => a.seconds - b.seconds)
  const last = known.at(-1)
  if (!last) return null
  return { median: known[Math.floor((known.length - 1) / 2)]!.seconds, worst: last.seconds, of: last.feed }
}

/** Sorts by need of attention: failing feeds, open gaps, lost posts, feeds never polled, then the slowest. */
export function sortByAttention(feeds: readonly FeedHealth[]): FeedHealth[] {
  return feeds.toSorted(
    (a, b) =>
      needOf(a) - needOf(b) ||
      (b.lagSeconds ?? 0) - (a.lagSeconds ?? 0) ||
      a.name.localeCompare(b.name) ||
      b.stream.localeCompare(a.stream),
  )
}

function needOf({ error, gaps, isOfOtherRealm, lastSuccessAt }: FeedHealth): number {
  if (error !== null) return 0
  if (isOfOtherRealm) return 4
  if (gaps.some(isOpen)) return 1
  if (gaps.some(isLost)) return 2
  return lastSuccessAt === null ? 3 : 4
}

/** Returns why a community of the other realm yields no posts, and what will change that. */
export function otherRealmText({ source }: Pick<FeedHealth, 'source'>): string {
  return source === 'sandbox'
    ? 'The sample data has no community with this name. Earshot polls it on Reddit once Reddit is connected.'
    : 'This community exists only in the sample data.'
}

export function needsAttention(feed: FeedHealth): boolean {
  return needOf(feed) < 3
}

export function feedName({ kind, name }: Pick<FeedHealth, 'kind' | 'name'>): string {
  if (kind === 'all') return 'All of Reddit'
  return kind === 'community' ? `r/${name}` : `Search for ${name}`
}

/** Returns the interval from a feed's last response to the next poll; null if that doesn't show its rhythm. */
export function pollIntervalSeconds({ error, lastSuccessAt, nextTryAt }: FeedHealth): number | null {
  if (error !== null || lastSuccessAt === null) return null
  const ms = Date.parse(nextTryAt) - Date.parse(lastSuccessAt)
  // A shorter time means that it only reads on, or that its next poll isn't scheduled yet.
  return ms < pollBounds.leastMs ? null : ms / 1000
}

/** Returns the state of a gap as text. */
export function gapText({ openedAt, endedAt, givenUp }: Gap, now: number): string {
  if (endedAt === null) return `Being filled, for ${spanText((now - Date.parse(openedAt)) / 1000)}`
  if (givenUp !== null) return `Not filled: ${givenUp}`
  return `Filled in ${spanText((Date.parse(endedAt) - Date.parse(openedAt)) / 1000)}`
}

/** Summarizes several gaps: '3 gaps: 1 being filled, 2 not filled'. */
export function gapsSummary(gaps: readonly Gap[]): string {
  const [open, lost] = [gaps.filter(isOpen).length, gaps.filter(isLost).length]
  const closed = gaps.length - open - lost
  const parts = [
    open > 0 && `${count(open)} being filled`,
    lost > 0 && `${count(lost)} not filled`,
    closed > 0 && `${count(closed)} filled`,
  ]
  return `${gapsText(gaps.length)}: ${parts.filter(Boolean).join(', ')}`
}

function gapsText(gaps: number): string {
  return `${count(gaps)} ${gaps === 1 ? 'gap' : 'gaps'}`
}

export function feedsText(feeds: number): string {
  return `${count(feeds)} ${feeds === 1 ? 'feed' : 'feeds'}`
}
