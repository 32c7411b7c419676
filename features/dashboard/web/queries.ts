import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { DayRange } from '#engine/dashboard/day-range.ts'
import type { Dashboard } from '../contract.ts'
import { call } from './api.ts'
import { type Voice, voiceOf } from './voice.ts'

/** How often the numbers are fetched without a change: windows close and tasks become due with time. */
const refreshMs = 60_000

export function dashboardQuery(projectId: string, range: DayRange) {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  return queryOptions({
    queryKey: ['dashboard', projectId, range, zone],
    refetchInterval: refreshMs,
    // While another period loads, the numbers stay.
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<Dashboard> =>
      (await call('dashboardFind', { id: projectId, query: { ...range, zone }, signal })).data,
  })
}

export function voiceQuery(projectId: string, range: DayRange) {
  return queryOptions({
    queryKey: ['dashboard', projectId, 'voice', range],
    refetchInterval: refreshMs,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<Voice[]> => {
      const query = { ...range, communities: [], sentiments: [], text: '' }
      return voiceOf((await call('mentionTrends', { id: projectId, query, signal })).data.names)
    },
  })
}
