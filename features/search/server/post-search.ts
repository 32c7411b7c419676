import { and, type SQL, sql } from 'drizzle-orm'
import type { Item } from '#engine/item.ts'
import { type CompiledQuery, compileQuery, type QuerySettings } from '#engine/query/compile.ts'
import type { Query } from '#engine/query/query.ts'
import { type PostedBetween, postedBetween } from '#engine/query/search/posted-between.ts'
import { readFactor } from '#engine/query/search/read-factor.ts'
import { type IndexTerms, indexTermsOf } from '#engine/query/search/terms.ts'
import { post } from '#features/posts/server/index.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { tsqueryOf } from './index-terms.ts'
import { factsOf } from './query-sql.ts'

/** A post's position in the order of a search: newest first, those of unknown age last. */
export interface PostCursor {
  /** Milliseconds since 1970; null if unknown. */
  postedAt: number | null
  id: string
}

export interface PostSearch extends QuerySettings {
  /** The project that searches: shared posts and its own copies are included. It must be one of the actor's. */
  projectId: string
  /** Milliseconds since 1970. */
  now: number
  /** The most posts to return. */
  limit: number
  /** Returns only posts after this one. */
  after?: PostCursor | undefined
  /** A condition besides the query. */
  accepts?: ((item: Item) => boolean) | undefined
}

export interface FoundItems {
  /** Items with the post's own ID. May be fewer than the limit, even none, if there are more: see `next`. */
  items: Item[]
  /** Where to continue; null after the last post. */
  next: PostCursor | null
}

/** The most posts read per page. A query that the index can hardly narrow down continues from there. */
const readMost = 1_200
/** The newest posts that are read without the index: so many hold a page of a common word. */
const newestFirst = 200
/** The part of all posts that has a common word: the index would list too many. */
const commonShare = 0.03
const batchMost = 1_000
/** So many posts with the words of a query are sorted faster than looked for by date. */
const fewMost = 600

/**
 * Returns the stored posts that match a query; all if it is null. PostgreSQL excludes posts that can't match, and the
 * engine decides the rest, so that a search finds exactly what the same keyword or alert would. Throws UnsupportedQuery.
 */
export async function searchPosts(tx: Transaction, query: Query | null, search: PostSearch): Promise<FoundItems> {
  const { limit, now, accepts = () => true } = search
  const compiled = query && compileQuery(query, search)
  const reader = await readerOf(tx, query, search)
  const items: Item[] = []
  let next = search.after ?? null
  const factor = query ? readFactor(query) : 1
  let viaIndex = !reader.isCommon
  let size = viaIndex ? sizeFor(limit + 1, factor) : newestFirst
  let isMaybeFew = false
  for (let read = 0; read < readMost; ) {
    const batch = viaIndex ? await reader.withTerms(next, size, isMaybeFew) : await reader.newest(next, size)
    read += batch.length
    for (const { item, position } of batch) {
      if (item && isMatch(compiled, item, now) && accepts(item)) {
        if (items.length === limit) return { items, next }
        items.push(item)
      }
      next = position
    }
    if (batch.length < size) return { items, next: null }
    const needed = limit + 1 - items.length
    const newestNeeded = Math.ceil((needed * read) / items.length)
    if (!viaIndex && (!reader.hasTerms || newestNeeded <= batchMost)) {
      size = reader.hasTerms ? newestNeeded : batchMost
    } else {
      size = viaIndex ? sizeFor(size, 4) : sizeFor(needed, factor)
      // The newest posts have none of the words that few posts have.
      isMaybeFew ||= !viaIndex && items.length === 0
      viaIndex = true
    }
  }
  return { items, next }
}

function sizeFor(posts: number, factor: number): number {
  return Math.min(batchMost, Math.ceil(posts * factor))
}

/** A forgotten post has no text left, so it matches nothing. */
function isMatch(compiled: CompiledQuery | null, item: Item, now: number): boolean {
  return (item.title !== '' || item.body !== '') && (compiled?.matches(item, now) ?? true)
}

/** A post in the order of the search. The item is null if it can't match. */
interface ReadPost {
  item: Item | null
  position: PostCursor
}

/** Reads the posts after a position, in order. Fewer than `size` are the last ones. */
interface PostReader {
  hasTerms: boolean
  /** Whether the newest posts have the terms too, or there are no terms. */
  isCommon: boolean
  /** Reads every post. */
  newest(after: PostCursor | null, size: number): Promise<ReadPost[]>
  /** Reads those with the words of the query. `isMaybeFew`: there may be so few that all can be sorted. */
  withTerms(after: PostCursor | null, size: number, isMaybeFew: boolean): Promise<ReadPost[]>
}

async function readerOf(tx: Transaction, query: Query | null, search: PostSearch): Promise<PostReader> {
  const { projectId, now } = search
  const terms = query && indexTermsOf(query, search.spellings)
  const range = query ? postedBetween(query, now) : { from: null, to: null }
  const parts = terms?.kind === 'all' ? terms.of : terms ? [terms] : []
  const { shares, hasOwn } = await statisticsOf(tx, projectId, parts)
  const share = shares.reduce((product, part) => product * part, 1)
  const facts = and(query ? factsOf(query, search) : undefined, seenBy(projectId, hasOwn)) ?? sql`true`
  const read = async (after: PostCursor | null, size: number, from: (position: SQL) => SQL) => {
    const [before, beforeId] = startOf(range, after)
    const since = range.from === null ? '-infinity' : instantText(range.from)
    const position = sql`${before}::timestamptz, ${beforeId}::uuid, ${since}::timestamptz, ${size}::integer`
    const { rows } = await tx.execute<Item & { isPossible: boolean } & Record<string, unknown>>(sql`
      select ${itemOfRow}, is_possible as "isPossible"
      from ${from(position)} post cross join lateral (select ${facts} as is_possible) possible
      order by coalesce(post.posted_at, '-infinity') desc, post.id desc`)
    return rows.map(({ isPossible, ...item }) => readPost(item, isPossible))
  }
  return {
    hasTerms: terms !== null,
    isCommon: Math.min(1, ...shares) >= commonShare,
    newest: (after, size) => read(after, size, (position) => sql`newest_posts(${projectId}, ${position})`),
    withTerms: (after, size, isMaybeFew) =>
      read(after, size, (position) => {
        const few = sql`${isMaybeFew}::boolean, ${fewMost}::integer`
        return sql`find_posts(${projectId}, ${tsqueryOf(terms!)}::tsquery, ${position}, ${share}::float8, ${few})`
      }),
  }
}

/** How many parts of a query are asked for. The rarest of more is hardly rarer. */
const partsMost = 8

/** Returns about which part of all posts has each of some terms, and whether the project has posts of its own. */
async function statisticsOf(
  tx: Transaction,
  projectId: string,
  parts: readonly IndexTerms[],
): Promise<{ shares: number[]; hasOwn: boolean }> {
  const queries = sql.param(parts.slice(0, partsMost).map(tsqueryOf))
  const { rows } = await tx.execute<{ shares: number[]; hasOwn: boolean }>(sql`
    select array(select share_with(part::tsquery) from unnest(${queries}::text[]) part) as shares,
      exists (select from post own where own.project_id = ${projectId}) as "hasOwn"`)
  return rows[0]!
}

function readPost(item: Item, isPossible: boolean): ReadPost {
  return { item: isPossible ? item : null, position: { postedAt: item.postedAt, id: item.id } }
}

/** Selects an item, with its texts only where they are needed, since most of a batch may not match. */
const itemOfRow = sql`post.id, post.kind, post.subreddit, post.author, post.flair, post.score,
  post.num_comments as "numComments",
  floor(extract(epoch from post.posted_at) * 1000)::float8 as "postedAt",
  case when is_possible then post.title else '' end as title,
  case when is_possible then post.body else '' end as body`

/** Selects shared posts and the project's own; its own copy replaces the shared one. */
function seenBy(projectId: string, hasOwn: boolean): SQL {
  if (!hasOwn) return sql`${post.projectId} is null`
  return sql`(${post.projectId} = ${projectId} or ${post.projectId} is null and not exists (
    select 1 from post own where own.project_id = ${projectId} and own.source = ${post.source}
      and own.kind = ${post.kind} and own.outside_id = ${post.outsideId}))`
}

const [firstId, lastId] = ['00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff']

/** Returns the position after which the search continues. */
function startOf({ to }: PostedBetween, after: PostCursor | null): [newest: string, id: string] {
  if (after) return [after.postedAt === null ? '-infinity' : instantText(after.postedAt), after.id]
  return to === null ? ['infinity', lastId] : [instantText(to), firstId]
}

function instantText(ms: number): string {
  return new Date(ms).toISOString()
}
