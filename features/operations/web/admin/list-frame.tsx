import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { Select } from '#platform/ui/fields/select.tsx'
import { More } from '#platform/ui/more.tsx'
import { FetchFailure, hasFailed } from '#platform/web/api/fetch-failure.tsx'
import { useCommands } from '#platform/web/commands/use-commands.ts'
import { focusSearch, SearchField } from '#platform/web/forms/search-field.tsx'
import { count } from '#platform/web/text/units.ts'
import type { ListView } from './queries.ts'

interface ListFrameProps<State extends string, Plan extends string> {
  /** What is searched: "Search users". */
  label: string
  /** One row and several rows, in words. */
  nouns: readonly [string, string]
  options: readonly { value: State | 'all'; label: string }[]
  /** The plans to filter by, if rows have one. */
  plans?: readonly { value: Plan | 'all'; label: string }[] | undefined
  view: ListView<State, Plan>
  onView: (change: Partial<ListView<State, Plan>>) => void
  query: UseInfiniteQueryResult<{
    pages: { meta: { pagination: { total: number; totalCapped?: boolean | undefined } } }[]
  }>
  /** The table. */
  children: ReactNode
}

/** The search, the filters, and the number of rows above a table whose next pages load at its end. */
export function ListFrame<State extends string, Plan extends string>({
  label,
  nouns,
  options,
  plans,
  view,
  onView,
  query,
  children,
}: ListFrameProps<State, Plan>) {
  const id = useId()
  useCommands('Users', [
    { id: 'search list', label, icon: 'search', keys: '/', run: () => focusSearch(id), focus: 'own' },
  ])
  const found = query.data?.pages[0]?.meta.pagination
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <div className="min-w-0 flex-1 basis-64">
          <SearchField id={id} label={label} text={view.search} onSearch={(search) => onView({ search })} />
        </div>
        <Select<State | 'all'>
          aria-label="Filter by status"
          narrow
          value={view.state === '' ? 'all' : view.state}
          onChange={(state) => onView({ state: state === 'all' ? '' : state })}
          options={options}
        />
        {plans && (
          <Select<Plan | 'all'>
            aria-label="Filter by plan"
            narrow
            value={view.plan === '' ? 'all' : view.plan}
            onChange={(plan) => onView({ plan: plan === 'all' ? '' : plan })}
            options={plans}
          />
        )}
        <p role="status" className="tabular min-w-24 text-muted text-sm">
          {found && `${count(found.total)}${found.totalCapped ? '+' : ''} ${nouns[found.total === 1 ? 0 : 1]}`}
        </p>
      </div>
      {hasFailed(query) ? <FetchFailure query={query} title={`Couldn't load the ${nouns[1]}`} /> : children}
      {query.hasNextPage && (
        <More
          loading={query.isFetchingNextPage}
          failed={query.isFetchNextPageError}
          onMore={() => void query.fetchNextPage()}
        />
      )}
    </>
  )
}
