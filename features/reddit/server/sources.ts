import type { Coverage, FeedKind, Stream } from '#engine/reddit/feeds.ts'
import type { Source as SourceName } from '#engine/sources.ts'
import type { RedditApi } from './api/api.ts'
import { type Items, newComments, newPosts, type Page, searchPosts } from './api/listings.ts'
import {
  type Ending,
  endings,
  type Failure,
  type Outcome,
  type ReconnectReason,
  type RetryReason,
} from './api/outcome.ts'
import { newCommentsRss, newPostsRss, type RedditRss, searchRss } from './feeds/rss.ts'

/** A way to poll feeds. All sources return the same records (DESIGN 6). Archives are imported, not polled. */
export interface Source {
  name: Exclude<SourceName, 'archive' | 'hackernews'>
  everywhere: Coverage
  /** The calls per minute that polling may spend. */
  callsPerMinute: number
  /** The maximum number of concurrent calls. */
  atOnce: number
  /** The maximum number of pages of a list to read in a row to fill a gap. */
  pagesAtOnce: number
  /** Requests the newest page or a later one. Never throws for Reddit's failures. */
  read(listed: Listed, page: Page, failures: number): Promise<Outcome<Items>>
}

/** The posts or comments that one list contains. */
export interface Listed {
  kind: FeedKind
  stream: Stream
  names: readonly string[]
}

/**
 * Reddit allows 100 calls a minute. A tenth is reserved for users, and rechecks for deletions have 40
 * (engine/governor). The rest is available in any minute.
 */
const apiCallsPerMinute = 50
/** The depth of Reddit's lists, in pages. */
const listPages = 10

/** Returns Reddit's API as a source, or the sandbox's. The sandbox has so little that all of it can be polled. */
export function apiSource(api: RedditApi, realm: 'sandbox' | 'real'): Source {
  return {
    name: realm === 'sandbox' ? 'sandbox' : 'reddit-api',
    everywhere: realm === 'sandbox' ? 'always' : 'lists',
    callsPerMinute: apiCallsPerMinute,
    atOnce: 4,
    pagesAtOnce: listPages,
    read({ kind, stream, names }, page, failures) {
      const asking = { purpose: 'listen', failures } as const
      if (kind === 'search') return searchPosts(api, { query: searchOf(names), subreddit: null }, page, asking)
      const subreddits = kind === 'all' ? ['all'] : names
      return stream === 'posts' ? newPosts(api, subreddits, page, asking) : newComments(api, subreddits, page, asking)
    },
  }
}

/** Returns Reddit's RSS as a source: one request a minute for all lists together. */
export function rssSource(rss: RedditRss): Source {
  return {
    name: 'reddit-rss',
    everywhere: 'searches',
    callsPerMinute: 1,
    atOnce: 1,
    pagesAtOnce: 1,
    read({ kind, stream, names }, page, failures) {
      if (kind === 'search') return searchRss(rss, { query: searchOf(names), subreddit: null }, page, failures)
      const subreddits = kind === 'all' ? ['all'] : names
      return stream === 'posts'
        ? newPostsRss(rss, subreddits, page, failures)
        : newCommentsRss(rss, subreddits, page, failures)
    },
  }
}

function searchOf(words: readonly string[]): string {
  return words.join(' OR ')
}

const retryTexts: Record<Exclude<RetryReason, 'governed' | 'token'>, string> = {
  limited: "Reddit's rate limit was reached",
  account: 'Reddit says this account is doing that too often',
  failing: 'Reddit is having problems',
  page: "Reddit is blocking this server's IP address. This usually ends within an hour",
  nonsense: 'Reddit sent an unexpected response',
  unreachable: "Reddit couldn't be reached",
  slow: 'Reddit took too long to respond',
  huge: "Reddit's response was too large",
  broken: "Reddit's response was cut off",
}

const reconnectTexts: Record<ReconnectReason, string> = {
  tokenRefused: "Reddit rejected this server's credentials",
  grantRefused: 'The account needs to be reconnected',
  notConnected: 'No account is connected',
}

/** Returns the error to show; null if only this installation's own rate limit delays the request. */
export function wordsOf(trouble: Failure): string | null {
  switch (trouble.state) {
    case 'later':
      return isOwnTurn(trouble.because) ? null : retryTexts[trouble.because]
    case 'signIn':
      return reconnectTexts[trouble.because]
    case 'never':
      return endings[trouble.because]
  }
}

/** Returns the error to show a user who waits for an answer. */
export function waitingWordsOf(trouble: Failure): string {
  return wordsOf(trouble) ?? 'Earshot has used up its calls to Reddit for now'
}

function isOwnTurn(because: RetryReason): because is 'governed' | 'token' {
  return because === 'governed' || because === 'token'
}

/** The endings that concern one feed rather than the source. Other feeds are polled as before. */
const feedEndings: ReadonlySet<Ending> = new Set([
  ...([
    'private',
    'banned',
    'quarantined',
    'missing',
    'deleted',
    'forbidden',
    'refused',
    'withheld',
    'misasked',
  ] as const),
])

export function isAboutFeed(trouble: Failure): boolean {
  return trouble.state === 'never' && feedEndings.has(trouble.because)
}
