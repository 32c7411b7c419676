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

/** A way to poll feeds: each answers with the same records (DESIGN 6). Archives are read, not asked. */
export interface Source {
  name: Exclude<SourceName, 'archive'>
  everywhere: Coverage
  /** Calls per minute that polling may spend. */
  callsPerMinute: number
  /** How many calls may be under way at once. */
  atOnce: number
  /** Pages of a list that may be read one after the other where something is missing. */
  pagesAtOnce: number
  /** Asks once, for what is newest or what comes after. Never throws for what the other side does. */
  read(listed: Listed, page: Page, failures: number): Promise<Outcome<Items>>
}

/** What one list tells of. */
export interface Listed {
  kind: FeedKind
  stream: Stream
  names: readonly string[]
}

/**
 * Of a hundred calls a minute a tenth is people's, and looking again for what was deleted has 40 (engine/governor): what
 * is left is there in any minute.
 */
const apiCallsPerMinute = 50
/** As deep as Reddit's lists are. */
const listPages = 10

/** Reddit's API, or the sandbox's in its place, where everything is little enough to be heard in any case. */
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

/** Reddit's feeds: one question a minute, whatever it is about. */
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

const delays: Record<Exclude<RetryReason, 'governed' | 'token'>, string> = {
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

const estrangements: Record<ReconnectReason, string> = {
  tokenRefused: "Reddit rejected this server's credentials",
  grantRefused: 'The account needs to be reconnected',
  notConnected: 'No account is connected',
}

/** What is wrong, for people; null where it is only this installation's turn later. */
export function wordsOf(trouble: Failure): string | null {
  switch (trouble.state) {
    case 'later':
      return isOwnTurn(trouble.because) ? null : delays[trouble.because]
    case 'signIn':
      return estrangements[trouble.because]
    case 'never':
      return endings[trouble.because]
  }
}

function isOwnTurn(because: RetryReason): because is 'governed' | 'token' {
  return because === 'governed' || because === 'token'
}

/** What is said of a place rather than of the source: the others are asked as before. */
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
