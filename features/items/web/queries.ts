import { queryOptions } from '@tanstack/react-query'
import type { Import, importsEndpoints } from '#features/matching/contract.ts'
import { clientFor } from '#platform/web/api/client.ts'

export const call = clientFor<typeof importsEndpoints>()

/** The push sources of a project, by name; events keep them current, as they do for imports. */
export const pushSourcesQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['imports', projectId, 'push'],
    queryFn: async ({ signal }): Promise<Import[]> => {
      const query = {
        filters: { project: { id: { $eq: projectId } }, origin: { $eq: 'push' } },
        sort: 'name:asc',
        pagination: { page: 1, pageSize: 100 },
      }
      return (await call('importsFind', { query, signal })).data
    },
  })
