import { queryOptions } from '@tanstack/react-query'
import type { CurrentAccess } from '../../contract/session.ts'
import { call } from '../api/client.ts'
import { queryClient } from '../api/query-client.ts'

/** Fetches whether a project may be used, and why. Only the server decides this (SPEC 6, DECISIONS 4). */
export const accessQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['access', projectId],
    staleTime: 60_000,
    gcTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }): Promise<CurrentAccess> =>
      (await call('projectAccess', { id: projectId, signal })).data,
  })

/**
 * Returns whether a project may be used. If this can't be read after three tries, the last known value applies, so that
 * a network failure doesn't lock the user out. Without one it counts as no access (DECISIONS 4).
 */
export async function hasAccess(projectId: string): Promise<boolean> {
  const query = accessQuery(projectId)
  try {
    return (await queryClient.fetchQuery(query)).granted
  } catch {
    // The guard then leads to billing, which asks again and shows the error.
    return queryClient.getQueryData(query.queryKey)?.granted ?? false
  }
}
