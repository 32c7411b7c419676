import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { findAll } from '#platform/web/api/find-all.ts'
import { type Query, queryString } from '#platform/web/api/query-string.ts'
import type { Mention, MentionMute, MentionTotals, MentionTrends } from '../contract.ts'
import { call } from './api.ts'
import type { Page } from './pages.ts'
import { changes } from './send.ts'
import { defaultView, listFilters, listKey, type Place, type Tab, type View } from './view.ts'

const pageSize = 30
const newestFirst = 'postedAt:desc'

/** Returns the mentions of a view, page by page. Fetches again only on purpose: rows never move under a reader. */
export function mentionsQuery(project: Place, view: View) {
  return infiniteQueryOptions({
    queryKey: ['mentions', project.id, listKey(view)],
    staleTime: Number.POSITIVE_INFINITY,
    initialPageParam: null as string | null,
    queryFn: async ({ pageParam, signal }): Promise<Page> => {
      await changes.sent()
      const pagination = { pageSize, ...(pageParam !== null && { cursor: pageParam }) }
      const query = { filters: listFilters(project, view), sort: newestFirst, populate: ['post'], pagination }
      return call('mentionsFind', { query, signal })
    },
    getNextPageParam: (last) => last.meta.pagination.nextCursor ?? null,
  })
}

/** The most mentions fetched at once; the API returns no more. */
export const changedMax = 100

/** Returns the query for the present states of at most `changedMax` shown mentions (pages State). */
export function changedQuery(project: Place, ids: readonly string[]): Query {
  const left = [
    'title',
    'author',
    'subreddit',
    'url',
    'permalink',
    'flair',
    'score',
    'numComments',
    'standing',
    'checkedAt',
  ]
  return {
    filters: { project: { id: { $eq: project.id } }, id: { $in: [...ids] } },
    fields: ['handled', 'handledAt', 'muted', 'sentence', 'spans', 'author', 'subreddit'],
    populate: { post: { fields: left } },
    pagination: { pageSize: changedMax },
  }
}

/** Returns the IDs that the first page would contain now, to tell what is new. */
export function latestQuery(project: Place, view: View) {
  return queryOptions({
    queryKey: ['mention-figures', project.id, 'latest', listKey(view)],
    queryFn: async ({ signal }): Promise<string[]> => {
      await changes.sent()
      const filters = listFilters(project, view)
      const query = { filters, sort: newestFirst, fields: ['postedAt'], pagination: { pageSize } }
      return (await call('mentionsFind', { query, signal })).data.map(({ id }) => id)
    },
  })
}

/** Returns one mention with its post, for an address whose mention is not in the list. */
export function mentionQuery(id: string) {
  return queryOptions({
    queryKey: ['mention', id],
    queryFn: async ({ signal }): Promise<Mention> => {
      await changes.sent()
      return (await call('mentionsFindOne', { id, query: { populate: ['post'] }, signal })).data
    },
  })
}

/** Returns the counts of all tabs under a view's filters. */
export function countsQuery(project: Place, view: View) {
  return totalsQuery(project, ['counts', listKey({ ...view, tab: defaultView.tab })], view, null)
}

/** Returns the names and communities in a tab, whatever the filters. */
export function choicesQuery(project: Place, tab: Tab) {
  return totalsQuery(project, ['choices', tab], { ...defaultView, status: 'all' }, tab)
}

function totalsQuery(project: Place, key: readonly string[], view: View, tab: Tab | null) {
  return queryOptions({
    queryKey: ['mention-figures', project.id, ...key],
    queryFn: async ({ signal }): Promise<MentionTotals> => {
      await changes.sent()
      const query = { filters: listFilters(project, view, tab) }
      return (await call('mentionTotals', { query, signal })).data
    },
  })
}

/** How long charts may lag behind the list, which follows every change. */
const trendsLagMs = 60_000

/** Returns the counts over time and the spikes, under a view's filters except by name and by status. */
export function trendsQuery(project: Place, { range, communities, feelings, text }: View) {
  const query = { ...range, communities: [...communities], sentiments: [...feelings], text }
  return queryOptions({
    queryKey: ['mention-trends', project.id, query],
    refetchInterval: trendsLagMs,
    queryFn: async ({ signal }): Promise<MentionTrends> => {
      await changes.sent()
      return (await call('mentionTrends', { id: project.id, query, signal })).data
    },
  })
}

/** Returns what the project has muted, newest first. */
export function mutesQuery(projectId: string) {
  return queryOptions({
    queryKey: ['mention-figures', projectId, 'mutes'],
    queryFn: ({ signal }): Promise<MentionMute[]> =>
      findAll((page) => {
        const filters = { project: { id: { $eq: projectId } } }
        const populate = ['post', 'createdBy']
        const query = { filters, populate, sort: 'createdAt:desc', pagination: { page, pageSize: 100 } }
        return call('mentionMutesFind', { query, signal })
      }, signal),
  })
}

/** Returns the address of a view's list as a CSV file. */
export function csvUrl(project: Place, view: View): string {
  return `/api/mentions.csv?${queryString({ filters: listFilters(project, view), sort: newestFirst })}`
}
