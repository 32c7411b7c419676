import { queryOptions } from '@tanstack/react-query'
import { queryClient } from '#platform/web/api/query-client.ts'
import { projectsQuery } from '#platform/web/session/project.ts'
import { membershipsQuery } from '#platform/web/session/role.ts'
import type { Agency, Brand, ClientProject } from '../contract.ts'
import { call } from './api.ts'

/** How often the figures are fetched without a change: windows close with time. */
const refreshMs = 60_000

export const agencyQuery = queryOptions({
  queryKey: ['agency'],
  queryFn: async ({ signal }): Promise<Agency> => (await call('agencyFind', { signal })).data,
})

export const clientsQuery = queryOptions({
  queryKey: ['agency', 'clients'],
  // Other screens change what it counts.
  refetchOnMount: 'always',
  refetchInterval: refreshMs,
  queryFn: async ({ signal }): Promise<ClientProject[]> => (await call('agencyClientsFind', { signal })).data,
})

/** Fetches again what depends on whether a project is an agency's, and on its plan. */
export async function refreshAgency(projectId: string): Promise<void> {
  const shared = [agencyQuery.queryKey, projectsQuery.queryKey, membershipsQuery.queryKey]
  await Promise.all([
    ...shared.map((queryKey) => queryClient.invalidateQueries({ queryKey })),
    queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey.includes(projectId) }),
  ])
}

/** Shows a saved brand everywhere at once. */
export function keepBrand(brand: Brand): void {
  queryClient.setQueryData(agencyQuery.queryKey, (agency) => agency && { ...agency, brand })
  void queryClient.invalidateQueries({ queryKey: ['brand'] })
}
