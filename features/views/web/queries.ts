import { queryOptions } from '@tanstack/react-query'
import { findAll } from '#platform/web/api/find-all.ts'
import type { SavedView } from '../contract.ts'
import { call } from './api.ts'

/** Returns a project's saved views of a list, by name. */
export function savedViewsQuery(projectId: string, kind: SavedView['kind']) {
  return queryOptions({
    queryKey: ['saved-views', projectId, kind],
    queryFn: async ({ signal }): Promise<SavedView[]> => {
      const views = await findAll((page, alive) => {
        const filters = { project: { id: { $eq: projectId } }, kind: { $eq: kind } }
        return call('savedViewsFind', { query: { filters, pagination: { page, pageSize: 100 } }, signal: alive })
      }, signal)
      return views.toSorted((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }))
    },
  })
}
