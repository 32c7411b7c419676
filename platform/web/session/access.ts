import { queryOptions } from '@tanstack/react-query'
import type { CurrentAccess } from '../../contract/session.ts'
import { call } from '../api/client.ts'
import { queryClient } from '../api/query-client.ts'

/** Whether a project may be used, and why: the server alone decides it (SPEC 6, DECISIONS 4). */
export const accessQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['access', projectId],
    staleTime: 60_000,
    gcTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }): Promise<CurrentAccess> =>
      (await call('projectAccess', { id: projectId, signal })).data,
  })

/**
 * Whether a project may be used. What can't be read, after three tries, stays as this page read it last, so that nobody
 * is sent away because the line is; where it was never read it counts as none (DECISIONS 4).
 */
export async function hasAccess(projectId: string): Promise<boolean> {
  const query = accessQuery(projectId)
  try {
    return (await queryClient.fetchQuery(query)).granted
  } catch {
    // Where the guard then leads, the billing asks again and says why it could not be read.
    return queryClient.getQueryData(query.queryKey)?.granted ?? false
  }
}
