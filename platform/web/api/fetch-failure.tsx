import type { UseInfiniteQueryResult, UseQueryResult } from '@tanstack/react-query'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Icon } from '../../ui/icon.tsx'
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

/** An error message in place of data that could not be fetched, in one line where there is room. */
export function FailureLine({ query, title }: { query: Fetched; title: string }) {
  return (
    <div role="alert" className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <p className="flex min-w-0 flex-1 basis-56 items-baseline gap-2 text-pretty">
        <Icon name="alert" className="translate-y-0.5 text-danger" />
        <span>
          <span className="font-medium">{title}.</span>{' '}
          <span className="text-muted">{query.error ? messageOf(query.error) : 'Trying again…'}</span>
        </span>
      </p>
      <Button size="small" busy={query.isFetching} onClick={() => void query.refetch()}>
        Try again
      </Button>
    </div>
  )
}
