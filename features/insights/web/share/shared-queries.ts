import { queryOptions } from '@tanstack/react-query'
import { CallError } from '#platform/web/api/call-error.ts'
import { clientFor } from '#platform/web/api/client.ts'
import type { InsightQuotes } from '../../contract-quotes.ts'
import type { InsightSeries } from '../../contract-series.ts'
import type { SharedInsights, sharedInsightsEndpoints } from '../../contract-shared.ts'

const call = clientFor<typeof sharedInsightsEndpoints>()

/** How old shown numbers may be. */
const staleMs = 60_000

/** Returns whether a link no longer works, whatever the reason. */
export function isGone(error: unknown): boolean {
  return error instanceof CallError && error.status === 404
}

const retry = (failures: number, error: Error) => !isGone(error) && failures < 3

export function sharedQuery(token: string) {
  return queryOptions({
    queryKey: ['shared-insights', token],
    staleTime: staleMs,
    refetchInterval: staleMs * 5,
    retry,
    queryFn: async ({ signal }): Promise<SharedInsights> =>
      (await call('sharedInsightsFind', { query: { token }, signal })).data,
  })
}

/** The numbers of a chart of a link. `from` is part of the key, since the link shows other days tomorrow. */
export function sharedSeriesQuery(token: string, id: string, from: string) {
  return queryOptions({
    queryKey: ['shared-insights', token, id, from],
    staleTime: staleMs,
    refetchInterval: staleMs,
    retry,
    queryFn: async ({ signal }): Promise<InsightSeries> =>
      (await call('sharedSeriesFind', { id, query: { token }, signal })).data,
  })
}

/** The quotes of a chart of a link. */
export function sharedQuotesQuery(token: string, id: string, from: string) {
  return queryOptions({
    queryKey: ['shared-insights', token, id, from, 'quotes'],
    staleTime: staleMs * 5,
    retry,
    queryFn: async ({ signal }): Promise<InsightQuotes> =>
      (await call('sharedQuotesFind', { id, query: { token }, signal })).data,
  })
}
