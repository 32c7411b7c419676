import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { LiveSearch } from '#features/reddit/contract.ts'
import type { Answer } from '#platform/web/api/client.ts'
import { findAll } from '#platform/web/api/find-all.ts'
import type { FoundPost, FoundPosts, postSearchEndpoints, SearchFacets, savedSearchesContract } from '../contract.ts'
import { call } from './api.ts'
import { searchQuery, type View, viewParams } from './view.ts'

/** Returns the matches of a search, page by page. */
export function foundQuery(projectId: string, view: View) {
  return infiniteQueryOptions({
    queryKey: ['found-posts', projectId, viewParams(view).toString()],
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }): Promise<FoundPosts> => findPage(projectId, view, pageParam, signal),
    getNextPageParam: (last) => last.meta.nextCursor,
  })
}

/** The most requests for a page. */
const stepsMost = 10

/** A query that hardly narrows posts down reads them in several steps; a page is shown once it has any match. */
async function findPage(
  projectId: string,
  view: View,
  cursor: string | null,
  signal?: AbortSignal,
): Promise<Answer<(typeof postSearchEndpoints)['storedPostsFind']>> {
  let after = cursor
  for (let step = 1; ; step++) {
    const query = { ...searchQuery(view), sort: view.sort, ...(after !== null && { cursor: after }) }
    const page = await call('storedPostsFind', { id: projectId, query, ...(signal && { signal }) })
    if (page.data.length > 0 || page.meta.nextCursor === null || step === stepsMost) return page
    after = page.meta.nextCursor
  }
}

/** How long live matches are shown without asking Reddit again. They are kept only in this page. */
const liveMs = 5 * 60_000

/** Returns what Reddit finds now. Fetched only when the user asks for it. */
export function liveQuery(projectId: string, view: View) {
  return queryOptions({
    queryKey: ['live-search', projectId, viewParams(view).toString()],
    enabled: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: liveMs,
    retry: false,
    queryFn: async ({ signal }): Promise<LiveSearch> => {
      const body = { data: { ...searchQuery(view), sort: view.sort } }
      return (await call('liveSearchesCreate', { id: projectId, body, signal })).data
    },
  })
}

/** The most posts in a file. */
const fileMost = 1_000

/** Returns the matches of a search for a file. */
export async function findForFile(projectId: string, view: View): Promise<FoundPost[]> {
  const found: FoundPost[] = []
  for (let cursor: string | null = null; ; ) {
    const page: FoundPosts = await findPage(projectId, view, cursor)
    found.push(...page.data)
    cursor = page.meta.nextCursor
    if (cursor === null || page.data.length === 0 || found.length >= fileMost) return found.slice(0, fileMost)
  }
}

/** Returns what the matches of a search are. The order makes no difference. */
export function facetsQuery(projectId: string, view: View) {
  return queryOptions({
    queryKey: ['search-facets', projectId, viewParams({ ...view, sort: 'newest' }).toString()],
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    queryFn: async ({ signal }): Promise<SearchFacets> =>
      (await call('searchFacetsFind', { id: projectId, query: searchQuery(view), signal })).data,
  })
}

export type SavedSearch = Answer<typeof savedSearchesContract.endpoints.savedSearchesFindOne>['data']

/** Returns the saved searches of a project by name. */
export function savedSearchesQuery(projectId: string) {
  return queryOptions({
    queryKey: ['saved-searches', projectId],
    queryFn: ({ signal }): Promise<SavedSearch[]> =>
      findAll((page, abort) => {
        const filters = { project: { id: { $eq: projectId } } }
        const query = { filters, sort: 'name:asc', pagination: { page, pageSize: 100 } }
        return call('savedSearchesFind', { query, signal: abort })
      }, signal),
  })
}
