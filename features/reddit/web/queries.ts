import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { HealthReport } from '#features/operations/contract.ts'
import { findAll } from '#platform/web/api/find-all.ts'
import type { Forgetting, RedditAccount } from '../contract.ts'
import { call } from './api.ts'

/** The health of the server and its sources. Shares its key, and so its request, with the status line at the bottom. */
export const healthQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['health', projectId],
    queryFn: async ({ signal }): Promise<HealthReport> => (await call('healthReport', { id: projectId, signal })).data,
  })

/** The Reddit accounts of a project, in the order in which they were connected. */
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

/** A page of a project's deletions, newest first, and those of their leads that still exist. */
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

/** Returns those of these leads that can still be opened; at most one page of them. */
async function leadsOf(projectId: string, ids: readonly string[], signal: AbortSignal): Promise<string[]> {
  if (ids.length === 0) return []
  const filters = { project: { id: { $eq: projectId } }, id: { $in: [...ids] } }
  const query = { filters, fields: ['state'], pagination: { pageSize: forgettingsPageSize } }
  return (await call('opportunitiesFind', { query, signal })).data.map(({ id }) => id)
}
