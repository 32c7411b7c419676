import type { Lens } from '#engine/lenses/lenses.ts'
import type { SearchAge, SearchSort } from '../contract.ts'

export type SearchKind = 'post' | 'comment'

/** A search as its address has it. */
export interface View {
  query: string
  lens: Lens | null
  /** Without `r/`. */
  subreddit: string | null
  kind: SearchKind | null
  age: SearchAge | null
  sort: SearchSort
}

/** The lenses in words, in the order in which they are shown. */
export const lensNames: Record<Lens, string> = {
  recommendation: 'Asks for a recommendation',
  alternative: 'Looks for an alternative',
  pain: 'Describes a problem',
  price: 'Talks about price',
  complaint: 'Complains about a competitor',
}
export const lensesInOrder = Object.keys(lensNames) as Lens[]

export const kindNames: Record<SearchKind, string> = { post: 'Posts', comment: 'Comments' }
const kinds = Object.keys(kindNames) as SearchKind[]

export const ageNames: Record<SearchAge, string> = {
  day: 'Last 24 hours',
  week: 'Last 7 days',
  month: 'Last 30 days',
  year: 'Last 365 days',
}
export const agesInOrder = Object.keys(ageNames) as SearchAge[]

export const sortNames: Record<SearchSort, string> = {
  newest: 'Newest',
  relevance: 'Most relevant',
  votes: 'Most votes',
  comments: 'Most comments',
}
export const sortsInOrder = Object.keys(sortNames) as SearchSort[]

export const noFilters = { lens: null, subreddit: null, kind: null, age: null } as const
export const emptyView: View = { query: '', ...noFilters, sort: 'newest' }

/** Returns whether a view searches for anything. */
export function isSearch({ query, lens, subreddit, kind, age }: View): boolean {
  return query !== '' || [lens, subreddit, kind, age].some((filter) => filter !== null)
}

export function isFiltered({ lens, subreddit, kind, age }: View): boolean {
  return [lens, subreddit, kind, age].some((filter) => filter !== null)
}

/** The longest query that the server reads (engine/query/query.ts). */
export const queryMax = 500

/** Returns the search in an address; missing and invalid values get the defaults. */
export function readView(params: URLSearchParams): View {
  const one = <Value extends string>(name: string, values: readonly Value[]) =>
    values.find((value) => value === params.get(name)) ?? null
  const subreddit = params.get('community') ?? ''
  return {
    query: (params.get('q') ?? '').toWellFormed().replaceAll('\0', '').trim().slice(0, queryMax),
    lens: one('lens', lensesInOrder),
    subreddit: /^[\w-]{1,50}$/.test(subreddit) ? subreddit : null,
    kind: one('kind', kinds),
    age: one('age', agesInOrder),
    sort: one('sort', sortsInOrder) ?? 'newest',
  }
}

/** Returns the address of a search, and of the post that is open in it. */
export function viewParams(view: View, post: string | null = null): URLSearchParams {
  const params = new URLSearchParams()
  const { query, lens, subreddit, kind, age, sort } = view
  const values = {
    q: query || null,
    lens,
    community: subreddit,
    kind,
    age,
    sort: sort === 'newest' ? null : sort,
    post,
  }
  for (const [name, value] of Object.entries(values)) if (value !== null) params.set(name, value)
  return params
}

/** Returns the parameters of the API for a search. */
export function searchQuery({ query, lens, subreddit, kind, age }: View) {
  return {
    query,
    ...(lens && { lens }),
    ...(subreddit && { subreddit }),
    ...(kind && { kind }),
    ...(age && { age }),
  }
}
