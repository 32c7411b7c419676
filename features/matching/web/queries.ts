import { queryOptions } from '@tanstack/react-query'
import { queryClient } from '#platform/web/api/query-client.ts'
import type { Import } from '../contract.ts'
import { call } from './api.ts'

/** The imports of a project, newest first; events keep them true (app/events). */
export const importsQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['imports', projectId],
    queryFn: async ({ signal }): Promise<Import[]> => {
      const query = {
        filters: { project: { id: { $eq: projectId } } },
        sort: 'createdAt:desc',
        pagination: { page: 1, pageSize: 100 },
      }
      return (await call('importsFind', { query, signal })).data
    },
  })

/** The files of the server's archives folder, for those who may bring something in. */
export const archivesQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['archives', projectId],
    queryFn: async ({ signal }) => (await call('archivesFind', { id: projectId, signal })).data,
    retry: false,
  })

/** Shows an import as the server has just answered it. */
export function showImport(projectId: string, row: Import): void {
  queryClient.setQueryData(importsQuery(projectId).queryKey, (rows) => {
    if (!rows) return rows
    const isThere = rows.some(({ id }) => id === row.id)
    return isThere ? rows.map((each) => (each.id === row.id ? row : each)) : [row, ...rows]
  })
}
