import type { SourceRecord } from '#engine/records/record.ts'
import type { CallPurpose } from '#engine/reddit/governor.ts'
import { callReddit, type RedditApi } from './api.ts'
import type { Outcome } from './outcome.ts'
import { isGone } from './standing.ts'
import { nameOf, readListing, recordOf } from './things.ts'

/** A position in a list: `after` or `before` a name such as `t3_1abcde`, but not both. Pages hold 100 items at most. */
export interface Page {
  after?: string | undefined
  before?: string | undefined
  limit?: number
}

export interface Asking {
  purpose?: CallPurpose
  failures?: number
}

/** The items of a page, in Reddit's order. */
export interface Items {
  records: SourceRecord[]
  /** The names of items that are already deleted or removed. */
  gone: string[]
  /** The number of unreadable items. They don't affect the others. */
  broken: number
  /** The start of the next page; null on the last. */
  after: string | null
  before: string | null
}

/** Reddit returns no more at once, and about 1,000 in total. */
export const pageSizeMax = 100

/** Returns the newest posts of some communities together, or of `all`. */
export function newPosts(api: RedditApi, subreddits: readonly string[], page: Page, asking?: Asking) {
  return items(api, `/r/${joined(subreddits)}/new`, pageQuery(page), asking)
}

/** Returns the newest comments of some communities together, or of `all`. */
export function newComments(api: RedditApi, subreddits: readonly string[], page: Page, asking?: Asking) {
  return items(api, `/r/${joined(subreddits)}/comments`, pageQuery(page), asking)
}

export interface Search {
  query: string
  /** Null for all of Reddit. */
  subreddit: string | null
  sort?: 'new' | 'relevance' | 'top' | 'comments'
  time?: 'hour' | 'day' | 'week' | 'month' | 'year' | 'all'
}

/** Returns posts that Reddit's own search finds, which is far from all of them. */
export function searchPosts(
  api: RedditApi,
  { query, subreddit, sort = 'new', time }: Search,
  page: Page,
  asking?: Asking,
) {
  const everywhere = { q: query, sort, t: time, type: 'link', ...pageQuery(page) }
  if (subreddit === null) return items(api, '/search', everywhere, asking)
  return items(api, `/r/${joined([subreddit])}/search`, { ...everywhere, restrict_sr: 'true' }, asking)
}

/** Returns a user's posts and comments, newest first. */
export function userItems(
  api: RedditApi,
  name: string,
  kind: 'overview' | 'submitted' | 'comments',
  page: Page,
  asking?: Asking,
) {
  return items(api, `/user/${encodeURIComponent(name)}/${kind}`, { sort: 'new', ...pageQuery(page) }, asking)
}

export function pageQuery({ after, before, limit = pageSizeMax }: Page) {
  return { after, before, limit }
}

export function joined(subreddits: readonly string[]): string {
  return subreddits.map(encodeURIComponent).join('+')
}

function items(
  api: RedditApi,
  path: string,
  query: Record<string, string | number | undefined>,
  { purpose = 'listen', failures = 0 }: Asking = {},
): Promise<Outcome<Items>> {
  return callReddit(api, { path, query, purpose, failures }, readItems)
}

/** Returns null if the body isn't a page. */
export function readItems(body: unknown): Items | null {
  const listing = readListing(body)
  if (!listing) return null
  const found: Items = { records: [], gone: [], broken: listing.broken, after: listing.after, before: listing.before }
  for (const thing of listing.things) {
    if (isGone(thing)) {
      found.gone.push(nameOf(thing))
      continue
    }
    const record = recordOf(thing)
    if (record) found.records.push(record)
    else found.broken++
  }
  return found
}
