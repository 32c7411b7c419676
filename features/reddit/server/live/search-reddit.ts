import type { RedditSearch } from '#engine/query/search/reddit-search.ts'
import type { SourceRecord } from '#engine/records/record.ts'
import type { SearchSort } from '#features/search/contract.ts'
import type { RedditApi } from '../api/api.ts'
import { pageSizeMax, type Search, searchPosts } from '../api/listings.ts'
import type { Failure } from '../api/outcome.ts'

/** Reddit is asked for further pages until there are this many matches, pages, or milliseconds. */
const bounds = { matches: 25, pages: 3, ms: 10_000 }

const sorts: Record<SearchSort, NonNullable<Search['sort']>> = {
  newest: 'new',
  relevance: 'relevance',
  votes: 'top',
  comments: 'comments',
}

export interface SearchedReddit {
  /** Those that match, in Reddit's order, each once. */
  records: SourceRecord[]
  /** How many posts were returned. */
  posts: number
  hasMore: boolean
  /** Why Reddit didn't answer, or not for a further page. */
  failure: Failure | null
}

/** Searches Reddit page by page and keeps what matches. */
export async function searchReddit(
  api: RedditApi,
  { q, subreddit, time }: RedditSearch,
  sort: SearchSort,
  isMatch: (record: SourceRecord) => boolean,
): Promise<SearchedReddit> {
  const startedAt = api.now()
  const search = { query: q, subreddit, sort: sorts[sort], time }
  const found = new Map<string, SourceRecord>()
  let posts = 0
  let after: string | null = null
  for (let pages = 0; pages < bounds.pages; pages++) {
    const page = { limit: pageSizeMax, ...(after !== null && { after }) }
    const outcome = await searchPosts(api, search, page, { purpose: 'action' })
    if (outcome.state !== 'ok') return { records: [...found.values()], posts, hasMore: true, failure: outcome }
    posts += outcome.value.records.length
    for (const record of outcome.value.records) if (isMatch(record)) found.set(record.id, record)
    after = outcome.value.after
    if (after === null || found.size >= bounds.matches || api.now() - startedAt > bounds.ms) break
  }
  return { records: [...found.values()], posts, hasMore: after !== null, failure: null }
}
