import { queryOptions } from '@tanstack/react-query'
import type { RedditPerson } from '../../contract.ts'
import { call, changes } from '../api.ts'

/** The person with a handle; null if a project has none. */
export function authorQuery(projectId: string, handle: string) {
  return queryOptions({
    queryKey: ['crm-author', projectId, handle],
    queryFn: async ({ signal }): Promise<RedditPerson | null> => {
      await changes.sent()
      const filters = { project: { id: { $eq: projectId } }, handle: { $eqi: handle } }
      const query = { filters, pagination: { pageSize: 1 } }
      return (await call('peopleFind', { query, signal })).data[0] ?? null
    },
  })
}
