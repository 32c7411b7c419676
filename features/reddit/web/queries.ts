import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { HealthReport } from '#features/operations/contract.ts'
import { findAll } from '#platform/web/api/find-all.ts'
import type { Forgetting, RedditAccount } from '../contract.ts'
import { call } from './api.ts'

/** The health of the server and its sources, under the key of the line at the bottom: one request serves both. */
export const healthQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['health', projectId],
    queryFn: async ({ signal }): Promise<HealthReport> => (await call('healthReport', { id: projectId, signal })).data,
  })

/** The accounts on Reddit that a project connected, in the order in which they came. */
export const redditAccountsQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['reddit-accounts', projectId],
    queryFn: ({ signal }): Promise<RedditAccount[]> =>
      findAll((page) => {
        const filters = { project: { id: { $eq: projectId } } }
        const pagination = { page, pageSize: 100 }
        return call('redditAccountsFind', {
          query: { filters, populate: ['connectedBy'], sort: 'createdAt:asc', pagination },
          signal,
        })
      }, signal),
  })

export const forgettingsPageSize = 20

/** A page of what a project was made to forget, newest first, and which of its leads there is still something of. */
export const forgettingsQuery = (projectId: string, page: number) =>
  queryOptions({
    queryKey: ['forgettings', projectId, page],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<{ rows: Forgetting[]; total: number; leadsLeft: string[] }> => {
      const project = { id: { $eq: projectId } }
      const pagination = { page, pageSize: forgettingsPageSize }
      const query = { filters: { project }, sort: 'createdAt:desc', pagination }
      const { data, meta } = await call('forgettingsFind', { query, signal })
      const leads = data.flatMap(({ opportunityId }) => opportunityId ?? [])
      return { rows: data, total: meta.pagination.total, leadsLeft: await leadsOf(projectId, leads, signal) }
    },
  })

/** Those of these leads that can still be opened; no more than a page of them. */
async function leadsOf(projectId: string, ids: readonly string[], signal: AbortSignal): Promise<string[]> {
  if (ids.length === 0) return []
  const filters = { project: { id: { $eq: projectId } }, id: { $in: [...ids] } }
  const query = { filters, fields: ['state'], pagination: { pageSize: forgettingsPageSize } }
  return (await call('opportunitiesFind', { query, signal })).data.map(({ id }) => id)
}
