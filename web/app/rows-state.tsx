import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ErrorState } from '../ui/error-state.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { messageOf } from './call-error.ts'

interface RowsStateProps<Row> {
  query: UseQueryResult<Row[]>
  empty: ReactNode
  children: (rows: Row[]) => ReactNode
}

/** A short list in each of its states. */
export function RowsState<Row>({ query, empty, children }: RowsStateProps<Row>) {
  if (query.data) return query.data.length === 0 ? empty : children(query.data)
  if (query.isError) {
    return (
      <ErrorState
        title="The list could not be fetched"
        message={messageOf(query.error)}
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
      />
    )
  }
  return (
    <div role="status" aria-label="Loading" className="flex flex-col gap-5 py-3">
      {['w-40', 'w-56', 'w-32'].map((width) => (
        <Skeleton key={width} className={`h-5 ${width}`} />
      ))}
    </div>
  )
}
