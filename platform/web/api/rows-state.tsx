import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Skeleton } from '../../ui/skeleton.tsx'
import { FetchFailure, hasFailed } from './fetch-failure.tsx'

interface RowsStateProps<Row> {
  /** What the list has, such as "your passkeys". */
  name: string
  query: UseQueryResult<Row[]>
  empty: ReactNode
  children: (rows: Row[]) => ReactNode
}

/** A short list: loading, failed, empty or with its rows. */
export function RowsState<Row>({ name, query, empty, children }: RowsStateProps<Row>) {
  if (query.data) return query.data.length === 0 ? empty : children(query.data)
  if (hasFailed(query)) return <FetchFailure query={query} title={`Couldn't load ${name}`} />
  return (
    <div role="status" aria-label="Loading" className="flex flex-col gap-5 py-3">
      {['w-40', 'w-56', 'w-32'].map((width) => (
        <Skeleton key={width} className={`h-5 ${width}`} />
      ))}
    </div>
  )
}
