import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { View } from '#engine/rules/lead-view.ts'
import { viewQuery } from '#engine/rules/lead-view-query.ts'
import type { HealthReport } from '#features/operations/contract.ts'
import { type Query, queryString } from '#platform/web/api/query-string.ts'
import type { LeadFilters, LeadVisit, Opportunity } from '../contract.ts'
import { call } from './api.ts'
import { decisionsSent } from './decisions.ts'
import type { Latest } from './list/fresh.ts'
import { latestOf } from './list/fresh.ts'
import type { Page } from './pages.ts'
import { viewKey } from './view.ts'

const pageSize = 25

/**
 * Returns the leads of a view, page by page. Fetches again only on purpose: rows never move under a reader (DESIGN 4).
 */
export function leadsQuery(projectId: string, view: View) {
  return infiniteQueryOptions({
    queryKey: ['opportunities', projectId, viewKey(view)],
    staleTime: Number.POSITIVE_INFINITY,
    initialPageParam: null as string | null,
    queryFn: async ({ pageParam, signal }): Promise<Page> => {
      await decisionsSent()
      return call('opportunitiesFind', { query: pageQuery(projectId, view, pageParam, Date.now()), signal })
    },
    getNextPageParam: (last) => last.meta.pagination.nextCursor ?? null,
  })
}

/** Returns the query of one page: the first, or the one after a cursor. */
export function pageQuery(projectId: string, view: View, cursor: string | null, now: number): Query {
  return { ...viewQuery(projectId, view, now), pagination: { pageSize, ...(cursor !== null && { cursor }) } }
}

/** Returns the address of a view as a CSV file. */
export function csvUrl(projectId: string, view: View): string {
  const { filters, sort } = viewQuery(projectId, view, Date.now())
  return `/api/opportunities.csv?${queryString({ filters, sort })}`
}

/** Returns what the first page would contain now, small enough to be fetched on every change. */
export function latestQuery(projectId: string, view: View) {
  return queryOptions({
    queryKey: ['opportunities-latest', projectId, viewKey(view)],
    refetchOnWindowFocus: 'always',
    queryFn: async ({ signal }): Promise<Latest> => {
      await decisionsSent()
      const { filters, sort } = viewQuery(projectId, view, Date.now())
      const query = { filters, sort, fields: ['releasedAt'], pagination: { pageSize } }
      return latestOf(await call('opportunitiesFind', { query, signal }))
    },
  })
}

/** The fields of a post that may remain once it is gone, apart from its text, which is then empty. */
const leftOfPosts = ['title', 'author', 'url', 'permalink', 'flair', 'score', 'numComments', 'standing', 'checkedAt']

/** The maximum number of leads fetched at once; the API returns no more. */
export const changedMax = 100

/** Returns the query for changes to at most `changedMax` shown leads: their decisions and posts. */
export function changedQuery(projectId: string, ids: readonly string[]): Query {
  return {
    filters: { project: { id: { $eq: projectId } }, id: { $in: [...ids] } },
    fields: [
      ...['state', 'saved', 'reply', 'rejection', 'save', 'claim', 'score', 'urgency', 'label', 'components'],
      ...['sentence', 'snippet'],
    ],
    populate: { post: { fields: leftOfPosts } },
    pagination: { pageSize: changedMax },
  }
}

/** Returns the names that leads can be filtered by. */
export function leadFiltersQuery(projectId: string) {
  return queryOptions({
    queryKey: ['lead-filters', projectId],
    queryFn: async ({ signal }): Promise<LeadFilters> =>
      (await call('leadFiltersFind', { id: projectId, signal })).data,
  })
}

/** Records the visit, once for each time the app is opened, and returns what is new since the last one. */
export function visitQuery(projectId: string) {
  return queryOptions({
    queryKey: ['lead-visit', projectId],
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }): Promise<LeadVisit> => (await call('leadVisitPut', { id: projectId, signal })).data,
  })
}

/** Returns whether the project has ever had a lead. */
export function anyLeadQuery(projectId: string) {
  return queryOptions({
    queryKey: ['opportunities-any', projectId],
    queryFn: async ({ signal }): Promise<boolean> => {
      const query = { filters: { project: { id: { $eq: projectId } } }, pagination: { pageSize: 1 } }
      return (await call('opportunitiesFind', { query, signal })).data.length > 0
    },
  })
}

/** The health of the server. Shares its key, and so its request, with the status line at the bottom. */
export function healthQuery(projectId: string) {
  return queryOptions({
    queryKey: ['health', projectId],
    queryFn: async ({ signal }): Promise<HealthReport> => (await call('healthReport', { id: projectId, signal })).data,
  })
}

/** Returns one lead with its post, for an address whose lead is not in the list. */
export function leadQuery(id: string) {
  return queryOptions({
    queryKey: ['opportunity', id],
    queryFn: async ({ signal }): Promise<Opportunity> => {
      await decisionsSent()
      return (await call('opportunitiesFindOne', { id, query: { populate: ['post'] }, signal })).data
    },
  })
}
