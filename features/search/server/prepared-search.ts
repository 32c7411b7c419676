import { sql } from 'drizzle-orm'
import type { Item } from '#engine/item.ts'
import { type Lens, type LensReader, lensQuery, lensReader } from '#engine/lenses/lenses.ts'
import { compileQuery } from '#engine/query/compile.ts'
import { parseQuery } from '#engine/query/parse.ts'
import type { Query } from '#engine/query/query.ts'
import type { FieldSpan } from '#engine/query/reading.ts'
import { relevanceOf } from '#engine/query/search/relevance.ts'
import { wordFinder } from '#engine/query/search/word-finder.ts'
import { languageOf } from '#engine/text/language.ts'
import { snippet } from '#engine/text/snippet.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { faultOfField } from '#platform/server/database/rows/own-row.ts'
import { ageHours, type FoundPost, type PostSearch, type SearchSort } from '../contract.ts'
import { requireQuery } from './require-query.ts'

/** A search with everything that its posts are checked by. */
export interface PreparedSearch {
  projectId: string
  now: number
  /** Null if only the other conditions count. */
  query: Query | null
  lens: Lens | undefined
  lensesOf: LensReader
  /** Whether nothing can match: complaints are about tracked competitors, and there are none. */
  isImpossible: boolean
  /** Returns the words of the query in an item. */
  spansOf: (item: Item) => FieldSpan[]
}

/** Reads a search. Throws ValidationError with the cause and a suggestion if its query is invalid, or if it is empty. */
export async function prepareSearch(
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

/** Returns whether an item from anywhere matches a search: by the same rules as stored posts. */
export function testOf({ query, lens, lensesOf, now, isImpossible }: PreparedSearch): (item: Item) => boolean {
  if (isImpossible) return () => false
  const compiled = query && compileQuery(query, { languageOf })
  return (item) => (compiled?.matches(item, now) ?? true) && (lens === undefined || lensesOf(item, [lens]).length > 0)
}

/** Sorts posts that are newest first; those with the same value stay so, and unknown values come last. */
export function sortFound<Found extends Item>(
  items: readonly Found[],
  sort: Exclude<SearchSort, 'newest'>,
  { spansOf }: PreparedSearch,
): Found[] {
  const rankOf = (item: Item) =>
    sort === 'relevance'
      ? relevanceOf(item, spansOf(item))
      : ((sort === 'votes' ? item.score : item.numComments) ?? -Infinity)
  return items
    .map((item) => ({ item, value: rankOf(item) }))
    .sort((a, b) => (a.value === b.value ? 0 : b.value - a.value))
    .map(({ item }) => item)
}

/** Returns what a search found in an item that matches it. */
export function foundIn(
  item: Item,
  { spansOf, lensesOf }: PreparedSearch,
): Pick<FoundPost, 'snippet' | 'spans' | 'lenses'> {
  const spans = spansOf(item)
  const reasons = [{ text: '', points: 1, spans }]
  return {
    snippet: snippet(item.title, item.body, [{ name: 'fit', points: 1, reasons }]),
    spans,
    lenses: lensesOf(item),
  }
}
