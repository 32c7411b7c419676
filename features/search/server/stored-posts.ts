import { eq, inArray, sql } from 'drizzle-orm'
import type { Item } from '#engine/item.ts'
import { type Lens, lensQuery, lensReader } from '#engine/lenses/lenses.ts'
import { parseQuery } from '#engine/query/parse.ts'
import type { Query } from '#engine/query/query.ts'
import type { FieldSpan } from '#engine/query/reading.ts'
import { relevanceOf } from '#engine/query/search/relevance.ts'
import { wordFinder } from '#engine/query/search/word-finder.ts'
import { languageOf } from '#engine/text/language.ts'
import { snippet } from '#engine/text/snippet.ts'
import { opportunity } from '#features/leads/server/index.ts'
import { checkColumns, post, postCheck, presentPost } from '#features/posts/server/index.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { readOnly, type Transaction } from '#platform/server/database/database.ts'
import { faultOfField } from '#platform/server/database/rows/own-row.ts'
import { roleIn } from '#platform/server/permissions/rights.ts'
import { isSeen } from '#platform/server/tenancy/visible-rows.ts'
import {
  ageHours,
  type FoundPost,
  type FoundPosts,
  type PostSearch,
  type PostSearchPage,
  type SearchSort,
  sortedMost,
} from '../contract.ts'
import { type FoundItems, type PostCursor, searchPosts } from './post-search.ts'
import { requireQuery } from './require-query.ts'

/** How many posts a page of the newest has, and how many of the best another sort returns. */
const pageSize = 25
const bestMost = 100

/** Returns the stored posts of a project that match a search. Throws ValidationError for an invalid query. */
export async function findStoredPosts(
  ctx: Ctx,
  { id: projectId, query: search }: { id: string; query: PostSearchPage },
): Promise<FoundPosts> {
  roleIn(ctx, projectId)
  const { sort, cursor } = search
  const after = cursor === undefined ? undefined : readCursor(cursor)
  return readOnly(ctx, async (tx) => {
    const prepared = await prepare(ctx, tx, projectId, search)
    const limit = sort === 'newest' ? pageSize : sortedMost
    const { items, next } = await findItems(tx, prepared, { limit, after })
    const shown = sort === 'newest' ? items : sorted(items, sort, prepared).slice(0, bestMost)
    return {
      data: await presentItems(tx, prepared, shown),
      meta: {
        nextCursor: sort === 'newest' && next ? writeCursor(next) : null,
        capped: sort !== 'newest' && next !== null,
      },
    }
  })
}

/** A search with everything that its posts are checked by. */
export interface PreparedSearch {
  projectId: string
  now: number
  /** Null if only the other conditions count. */
  query: Query | null
  lens: Lens | undefined
  lensesOf: (item: Item) => Lens[]
  /** Whether nothing can match: complaints are about tracked competitors, and there are none. */
  isImpossible: boolean
  /** Returns the words of the query in an item. */
  spansOf: (item: Item) => FieldSpan[]
}

/** Reads a search. Throws ValidationError with the cause and a suggestion if its query is invalid, or if it is empty. */
export async function prepare(
  ctx: Ctx,
  tx: Transaction,
  projectId: string,
  { query: typed, lens, subreddit, kind, age }: PostSearch,
): Promise<PreparedSearch> {
  const conditions: Query[] = typed === '' ? [] : [readQuery(typed)]
  const asked = conditions[0]
  if (subreddit !== undefined) conditions.push({ kind: 'name', field: 'subreddit', value: subreddit.toLowerCase() })
  if (kind !== undefined) conditions.push({ kind: 'name', field: 'type', value: kind })
  if (age !== undefined) conditions.push({ kind: 'time', field: 'after', at: { ago: ageHours[age], unit: 'h' } })
  if (conditions.length === 0 && lens === undefined) throw faultOfField('query', 'Enter a word to search for')
  const competitors = await competitorsOf(tx, projectId)
  const narrowing = lens && lensQuery(lens, competitors)
  if (narrowing) conditions.push(narrowing)
  return {
    projectId,
    now: ctx.now().getTime(),
    query: conditions.length > 1 ? { kind: 'all', of: conditions } : (conditions[0] ?? null),
    lens,
    lensesOf: lensReader(competitors),
    isImpossible: lens === 'complaint' && competitors.length === 0,
    spansOf: asked ? wordFinder(asked) : () => [],
  }
}

function readQuery(typed: string): Query {
  requireQuery(typed)
  const parsed = parseQuery(typed, 'search')
  if (parsed.state === 'faulty') throw faultOfField('query', parsed.fault.cause)
  return parsed.query
}

/** Returns the names and aliases of the tracked competitors. */
async function competitorsOf(tx: Transaction, projectId: string): Promise<string[]> {
  const { rows } = await tx.execute<{ names: string[] }>(sql`
    select array_prepend(c.name, c.aliases) as names from competitor c
    where c.project_id = ${projectId} and c.status = 'active' order by c.id`)
  return rows.flatMap(({ names }) => names)
}

/** Returns the posts of a search, newest first. */
export async function findItems(
  tx: Transaction,
  { projectId, now, query, lens, lensesOf, isImpossible }: PreparedSearch,
  { limit, after }: { limit: number; after?: PostCursor | undefined },
): Promise<FoundItems> {
  if (isImpossible) return { items: [], next: null }
  const accepts = lens && ((item: Item) => lensesOf(item).includes(lens))
  return searchPosts(tx, query, { projectId, now, limit, after, accepts, languageOf })
}

/** Sorts posts; those with the same value stay newest first, and unknown values come last. */
function sorted(items: readonly Item[], sort: Exclude<SearchSort, 'newest'>, { spansOf }: PreparedSearch): Item[] {
  const rankOf = (item: Item) =>
    sort === 'relevance'
      ? relevanceOf(item, spansOf(item))
      : ((sort === 'votes' ? item.score : item.numComments) ?? -Infinity)
  return items
    .map((item) => ({ item, value: rankOf(item) }))
    .sort((a, b) => (a.value === b.value ? 0 : b.value - a.value))
    .map(({ item }) => item)
}

async function presentItems(
  tx: Transaction,
  { projectId, lensesOf, spansOf }: PreparedSearch,
  items: readonly Item[],
): Promise<FoundPost[]> {
  if (items.length === 0) return []
  const ids = items.map(({ id }) => id)
  const rows = await tx
    .select({ post, check: checkColumns, lead: { id: opportunity.id, state: opportunity.state } })
    .from(post)
    .leftJoin(postCheck, eq(postCheck.postId, post.id))
    .leftJoin(
      opportunity,
      sql`${opportunity.projectId} = ${projectId} and ${opportunity.postId} = ${post.id} and ${isSeen(opportunity)}`,
    )
    .where(inArray(post.id, ids))
  const byId = new Map(rows.map((row) => [row.post.id, row]))
  return items.flatMap((item) => {
    const row = byId.get(item.id)
    if (!row) return []
    const spans = spansOf(item)
    const reasons = [{ text: '', points: 1, spans }]
    return [
      {
        post: presentPost(row),
        snippet: snippet(item.title, item.body, [{ name: 'fit', points: 1, reasons }]),
        spans,
        lenses: lensesOf(item),
        lead: row.lead,
      },
    ]
  })
}

function writeCursor({ postedAt, id }: PostCursor): string {
  return `${postedAt ?? ''}_${id}`
}

const cursorPattern = /^(-?\d{1,14})?_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

function readCursor(text: string): PostCursor {
  const [, postedAt, id] = cursorPattern.exec(text) ?? []
  if (id === undefined) throw faultOfField('cursor', 'cursor must be the nextCursor of an answer')
  return { postedAt: postedAt === undefined ? null : Number(postedAt), id }
}
