import { queryOptions } from '@tanstack/react-query'
import { call } from '#platform/web/api/api.ts'
import type { HealthReport } from '../../contract.ts'

/** How the program is doing. Events tell of failures at once; the figures move all the time and are asked for calmly. */
export function healthQuery(projectId: string) {
  return queryOptions({
    queryKey: ['health', projectId],
    queryFn: async ({ signal }): Promise<HealthReport> => (await call('healthReport', { id: projectId, signal })).data,
  })
}

/** Milliseconds between two looks at the figures: for the line at the bottom, the open panel, and while there is work. */
export const calmly = 60_000
export const closely = 30_000
export const busily = 5_000
