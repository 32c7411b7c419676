import { queryOptions } from '@tanstack/react-query'
import { queryClient } from '#platform/web/api/query-client.ts'
import type { Import } from '../contract.ts'
import { call } from './api.ts'

/** The imports of a project, newest first; events keep them current (app/events). */
export const importsQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['imports', projectId],
    queryFn: async ({ signal }): Promise<Import[]> => {
      const query = {
        // Push sources are listed with the other sources.
        filters: { project: { id: { $eq: projectId } }, origin: { $ne: 'push' } },
        sort: 'createdAt:desc',
        pagination: { page: 1, pageSize: 100 },
      }
      return (await call('importsFind', { query, signal })).data
    },
  })

/** The files in the archives folder, for users who may import them. */
export const archivesQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['archives', projectId],
    queryFn: async ({ signal }) => (await call('archivesFind', { id: projectId, signal })).data,
    retry: false,
  })

/** Puts an import from a response into the cached list. */
export function showImport(projectId: string, row: Import): void {
  queryClient.setQueryData(importsQuery(projectId).queryKey, (rows) => {
    if (!rows) return rows
    const isThere = rows.some(({ id }) => id === row.id)
    return isThere ? rows.map((each) => (each.id === row.id ? row : each)) : [row, ...rows]
  })
}
