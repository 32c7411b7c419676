import { queryOptions } from '@tanstack/react-query'
import type { SavedView } from '#features/views/contract.ts'
import { findAll } from '#platform/web/api/find-all.ts'
import type { ViewFeed } from '../contract.ts'
import { call } from './api.ts'

const pageOf = (projectId: string, page: number) => ({
  filters: { project: { id: { $eq: projectId } } },
  pagination: { page, pageSize: 100 },
})

/** Returns the feeds of a project, newest first. */
export function feedsQuery(projectId: string) {
  return queryOptions({
    queryKey: ['view-feeds', projectId],
    queryFn: ({ signal }): Promise<ViewFeed[]> =>
      findAll((page, alive) => {
        const query = { ...pageOf(projectId, page), populate: ['view', 'createdBy'], sort: 'createdAt:desc' }
        return call('viewFeedsFind', { query, signal: alive })
      }, signal),
  })
}

/** Returns the saved views that a feed can show, by name. */
export function feedViewsQuery(projectId: string) {
  return queryOptions({
    queryKey: ['feed-views', projectId],
    queryFn: ({ signal }): Promise<SavedView[]> =>
      findAll((page, alive) => {
        const filters = { project: { id: { $eq: projectId } }, kind: { $eq: 'leads' } }
        const query = { ...pageOf(projectId, page), filters, sort: 'name' }
        return call('savedViewsFind', { query, signal: alive })
      }, signal),
  })
}
