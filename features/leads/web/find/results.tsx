import { useState } from 'react'
import type { LeadRun } from '#features/discovery/contract.ts'
import type { CurrentProject } from '#platform/contract/session.ts'
import { Button } from '#platform/ui/button.tsx'
import { classes } from '#platform/ui/classes.ts'
import { EmptyState } from '#platform/ui/empty-state.tsx'
import { Icon } from '#platform/ui/icon.tsx'
import { FetchFailure, hasFailed } from '#platform/web/api/fetch-failure.tsx'
import { plural } from '../labels.ts'
import { ListSkeleton } from '../list/list.tsx'
import { ResultBulkBar } from './result-bulk-bar.tsx'
import { ResultFilters } from './result-filters.tsx'
import { ResultPanel } from './result-panel.tsx'
import { ResultRow } from './result-row.tsx'
import { RunHeader } from './run-header.tsx'
import { type ResultsState, useResults } from './use-results.ts'
import type { FindView } from './view.ts'

interface ResultsProps {
  project: CurrentProject
  run: LeadRun
  view: FindView & { run: string }
}

/** The ranked results of a run: a list, with the open one beside or over it. */
export function Results({ project, run, view }: ResultsProps) {
  const state = useResults(project.id, view)
  const [now] = useState(Date.now)
  const { wide, found, list } = state
  const isListAlone = found.length === 0 && !list.isPending
  return (
    <div className="flex h-full">
      <section
        aria-label="Results"
        className={classes('flex min-w-0 flex-1 flex-col border-line', !isListAlone && 'lg:max-w-md lg:border-r')}
      >
        <div className="flex shrink-0 flex-col gap-3 border-line border-b px-4 pt-3 pb-3">
          <RunHeader projectId={project.id} run={run} view={view} />
          {run.results > 0 && <ResultFilters view={view} onView={state.filter} />}
        </div>
        {/* The list of another view starts at its top. */}
        <div
          key={JSON.stringify([view.show, view.labels])}
          className="mb-(--notices,0px) min-h-0 flex-1 overflow-y-auto short:min-h-56"
        >
          <ResultList run={run} state={state} now={now} isSample={project.realm === 'sandbox'} />
        </div>
        {state.choice.chosen.length > 0 && <ResultBulkBar projectId={project.id} state={state} />}
      </section>
      {(!wide || !isListAlone) && <ResultPanel projectId={project.id} state={state} now={now} />}
      <p className="sr-only" aria-live="polite">
        {state.announcement}
      </p>
    </div>
  )
}

interface ResultListProps {
  run: LeadRun
  state: ResultsState
  now: number
  isSample: boolean
}

function ResultList({ run, state, now, isSample }: ResultListProps) {
  const { list, found, selectedId, choice, mayDecide } = state
  if (hasFailed(list)) return <FetchFailure query={list} title="Couldn't load the results" />
  if (list.isPending) return <ListSkeleton />
  return (
    <>
      {run.held > 0 && (
        <p className="border-line border-b bg-sunken px-4 py-2.5 text-muted text-sm">
          {plural(run.held, 'more result')} will appear at the next release of your plan.
        </p>
      )}
      {found.length === 0 ? (
        <NoResults run={run} state={state} />
      ) : (
        <ul aria-label="Results">
          {found.map((each) => (
            <ResultRow
              key={each.result.id}
              found={each}
              href={state.hrefOf(each.result.id)}
              onOpen={state.open}
              selected={each.result.id === selectedId}
              chosen={choice.isChosen(each.result.id)}
              onChoose={mayDecide ? choice.choose : null}
              isSample={isSample}
              now={now}
            />
          ))}
        </ul>
      )}
      {list.hasNextPage && (
        <div className="flex justify-center p-4">
          <Button
            look="ghost"
            size="small"
            busy={list.isFetchingNextPage}
            onClick={() => !list.isFetchingNextPage && void list.fetchNextPage()}
          >
            {list.isFetchingNextPage ? 'Loading more…' : 'Load more'}
          </Button>
        </div>
      )}
    </>
  )
}

function NoResults({ run, state }: Pick<ResultListProps, 'run' | 'state'>) {
  const figure = <Icon name="find" className="size-10" />
  if (run.results - run.held > 0) {
    return (
      <EmptyState
        figure={figure}
        title="No results match these filters"
        action={<Button onClick={() => state.filter({ show: 'all', labels: [] })}>Clear filters</Button>}
      />
    )
  }
  if (run.held > 0) return null
  if (run.postsTotal === 0) {
    return (
      <EmptyState figure={figure} title="No posts to search">
        No stored posts match this window and these communities. Choose a longer window, or import an archive.
      </EmptyState>
    )
  }
  return (
    <EmptyState
      figure={figure}
      title="No leads found"
      action={
        <Button look="primary" onClick={state.changeCriteria}>
          Change criteria
        </Button>
      }
    >
      {run.candidates > 0
        ? `${plural(run.candidates, 'post')} matched your product, but none met these criteria. Try fewer signals or a longer window.`
        : 'No stored post matched your product. Add keywords, or describe another audience.'}
    </EmptyState>
  )
}
