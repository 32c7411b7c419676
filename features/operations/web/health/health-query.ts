import { queryOptions } from '@tanstack/react-query'
import type { HealthReport } from '../../contract.ts'
import { call } from '../api.ts'

/** Queries the server's health. Events report failures at once; the figures are fetched at intervals. */
export function healthQuery(projectId: string) {
  return queryOptions({
    queryKey: ['health', projectId],
    queryFn: async ({ signal }): Promise<HealthReport> => (await call('healthReport', { id: projectId, signal })).data,
  })
}

/** Refresh intervals: of the line at the bottom, with the panel open, and while there is work. */
export const slowRefreshMs = 60_000
export const panelRefreshMs = 30_000
export const busyRefreshMs = 5_000
