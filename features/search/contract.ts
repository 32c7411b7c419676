import { z } from 'zod'
import { postKinds } from '#engine/item.ts'
import { lenses } from '#engine/lenses/lenses.ts'
import { placeForm } from '#engine/places/places.ts'
import { Snippet, Span } from '#engine/spans.ts'
import { Opportunity, opportunityStates } from '#features/leads/contract.ts'
import { Post } from '#features/posts/contract.ts'
import { Project, projectsResource } from '#features/projects/contract.ts'
import { query } from '#platform/contract/communities.ts'
import { type Endpoint, envelope, one, relation } from '#platform/contract/endpoint.ts'
import { resource, users } from '#platform/contract/resource.ts'
import { Person, row } from '#platform/contract/row.ts'
import { sound, text } from '#platform/contract/texts.ts'

/** The filters of a search besides its query. */
export const SavedFilters = z.strictObject({
  subreddits: z.array(z.string().regex(placeForm)).max(50).optional(),
  kinds: z.array(z.enum(postKinds)).max(2).optional(),
  states: z.array(z.enum(opportunityStates)).max(3).optional(),
  saved: z.boolean().optional(),
  scoreLeast: z.number().min(0).max(100).optional(),
  /** Posted within this many days. */
  days: z.number().int().min(1).max(3650).optional(),
  lens: z.enum(lenses).optional(),
})
export type SavedFilters = z.infer<typeof SavedFilters>

/** A search saved with a name (docs/decisions/0021). */
const SavedSearch = z.object({
  ...row,
  name: z.string(),
  query: z.string(),
  filters: SavedFilters,
  project: Project.optional(),
  createdBy: Person.nullable().optional(),
})

const name = text(100)

export const SavedSearchCreate = z.strictObject({
  project: relation,
  name,
  query,
  filters: SavedFilters.default({}),
})

const SavedSearchUpdate = z.strictObject({
  name: name.optional(),
  query: query.optional(),
  filters: SavedFilters.optional(),
})

export const savedSearchesContract = resource('savedSearches', {
  entity: SavedSearch,
  create: SavedSearchCreate,
  update: SavedSearchUpdate,
  rights: { write: 'changeWatchlist' },
  filters: { createdBy: 'relation', name: 'text', query: 'text' },
  sort: ['name'],
  relations: { project: projectsResource, createdBy: users },
})

const searchSorts = ['newest', 'relevance', 'votes', 'comments'] as const
export type SearchSort = (typeof searchSorts)[number]
/** How old a post may be, and the hours of each. */
export const ageHours = { day: 24, week: 168, month: 720, year: 8760 } as const
export type SearchAge = keyof typeof ageHours
const ages = Object.keys(ageHours) as [SearchAge, ...SearchAge[]]

/** A search of the stored posts of a project. The query may be empty if there is another condition. */
const PostSearch = z.strictObject({
  query: sound.trim().max(500).default(''),
  lens: z.enum(lenses).optional(),
  subreddit: z
    .string()
    .regex(/^[\w-]{1,50}$/)
    .optional(),
  kind: z.enum(postKinds).optional(),
  age: z.enum(ages).optional(),
})
export type PostSearch = z.output<typeof PostSearch>

/** A search with the order of its matches. */
export const SortedSearch = PostSearch.extend({ sort: z.enum(searchSorts).default('newest') })
export type SortedSearch = z.output<typeof SortedSearch>

const PostSearchPage = SortedSearch.extend({
  /** From the answer before; only for the sort `newest`. */
  cursor: z.string().max(100).optional(),
})

export type PostSearchPage = z.output<typeof PostSearchPage>

/** Every other sort, and the facets, cover this many of the newest matches. */
export const sortedMost = 1_000

/** A stored post that matches a search. */
export const FoundPost = z.object({
  post: Post,
  snippet: Snippet,
  /** The words of the query in the title and text. */
  spans: z.array(Span),
  lenses: z.array(z.enum(lenses)),
  /** Null unless it is a lead of the project that is on its list or in its archive. */
  lead: z.object({ id: z.uuid(), state: z.enum(opportunityStates) }).nullable(),
})
export type FoundPost = z.infer<typeof FoundPost>

const FoundPosts = z.object({
  data: z.array(FoundPost),
  meta: z.object({
    /** Where the list continues; null at its end. A page may be short, even empty, and yet not the last. */
    nextCursor: z.string().nullable(),
    /** True if there are more matches than a sort covers. */
    capped: z.boolean(),
  }),
})
export type FoundPosts = z.infer<typeof FoundPosts>

const Facet = z.array(z.object({ value: z.string(), posts: z.number().int() }))
/** What the matches are, each facet with the filters of the others; most posts first. */
export const SearchFacets = z.object({
  posts: z.number().int(),
  /** True if there are more matches than counted. */
  capped: z.boolean(),
  subreddits: Facet,
  kinds: Facet,
  /** Cumulative: a week includes its last day. */
  ages: Facet,
  lenses: Facet,
})
export type SearchFacets = z.infer<typeof SearchFacets>

const FoundLeadPut = z.strictObject({ post: z.uuid() })

export const postSearchEndpoints = {
  storedPostsFind: {
    method: 'GET',
    path: '/projects/:id/posts',
    access: 'signedIn',
    query: PostSearchPage,
    answer: FoundPosts,
  },
  searchFacetsFind: {
    method: 'GET',
    path: '/projects/:id/post-facets',
    access: 'signedIn',
    query: PostSearch,
    answer: one(SearchFacets),
  },
  /** Adds a stored post to the saved leads of a project. Repeating it changes nothing. */
  foundLeadPut: {
    method: 'PUT',
    path: '/projects/:id/found-lead',
    access: 'signedIn',
    right: 'decide',
    body: envelope(FoundLeadPut),
    answer: one(Opportunity),
  },
} as const satisfies Record<string, Endpoint>
