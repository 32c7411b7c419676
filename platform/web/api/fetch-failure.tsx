import type { UseInfiniteQueryResult, UseQueryResult } from '@tanstack/react-query'
import { ErrorState } from '../../ui/error-state.tsx'
import { messageOf } from './call-error.ts'

type Fetched = UseQueryResult<unknown> | UseInfiniteQueryResult<unknown>

/** Returns whether a query failed before it had any data. Stays true during retries, so that the page doesn't jump. */
export function hasFailed(query: Fetched): boolean {
  return query.data === undefined && query.errorUpdateCount > 0
}

/** An error message in place of data that could not be fetched. */
export function FetchFailure({ query, title }: { query: Fetched; title: string }) {
  return (
    <ErrorState
      title={title}
      message={query.error ? messageOf(query.error) : 'Trying again…'}
      onRetry={() => void query.refetch()}
      retrying={query.isFetching}
    />
  )
}
