import type { UseInfiniteQueryResult, UseQueryResult } from '@tanstack/react-query'
import { ErrorState } from '../../ui/error-state.tsx'
import { messageOf } from './call-error.ts'

type Fetched = UseQueryResult<unknown> | UseInfiniteQueryResult<unknown>

/** Whether there is nothing to show because of a failure; true as well while it is tried again, so that nothing jumps. */
export function hasFailed(query: Fetched): boolean {
  return query.data === undefined && query.errorUpdateCount > 0
}

/** In place of what could not be fetched. */
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
