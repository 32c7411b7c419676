import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { lazy, Suspense } from 'react'
import type { CurrentProject } from '#platform/contract/session.ts'
import { loadPart } from '#platform/ui/parts.ts'
import { Tabs } from '#platform/ui/tabs.tsx'
import { FetchFailure, hasFailed } from '#platform/web/api/fetch-failure.tsx'
import type { Opportunity } from '../../contract.ts'
import type { Pages } from '../pages.ts'
import type { View } from '../view.ts'
import { noFilters, tabs, viewKey, viewParams } from '../view.ts'
import { List, ListSkeleton } from './list.tsx'
import { NewLeads } from './new-leads.tsx'

/** Loaded separately, as they are shown only without rows, or below them. */
const EmptyTab = lazy(async () => ({ default: (await loadPart(() => import('./empty.tsx'))).EmptyTab }))
const HeldLeads = lazy(async () => ({ default: (await loadPart(() => import('./held-leads.tsx'))).HeldLeads }))

interface ListPaneProps {
  project: CurrentProject
  view: View
  list: UseInfiniteQueryResult<Pages>
  /** The loaded leads, in the order in which they are shown. */
  leads: readonly Opportunity[]
  selectedId: string | null
  now: number
  left: () => ReadonlySet<string>
  onView: (view: View, replace: boolean) => void
  /** Called when a row is chosen; the address follows. */
  onOpen: (id: string) => void
  isChosen: (id: string) => boolean
  /** Null: the user may not decide. */
  onChoose: ((id: string, range: boolean) => void) | null
  /** The actions for the chosen leads. */
  bulk: ReactNode
}

/** The tabs, with the leads of the current one below. */
export function ListPane({
  project,
  view,
  list,
  leads,
  selectedId,
  now,
  left,
  onView,
  onOpen,
  isChosen,
  onChoose,
  bulk,
}: ListPaneProps) {
  const first = list.data?.pages[0]
  const params = viewParams(view, null).toString()
  const address = params === '' ? '' : `${params}&`
  return (
    <Tabs
      label="Lead status"
      tabs={tabs}
      value={view.tab}
      onValueChange={(tab) => onView({ ...view, tab }, false)}
      aside={
        first && (
          <NewLeads
            key={viewKey(view)}
            projectId={project.id}
            view={view}
            leads={leads}
            more={list.hasNextPage}
            first={first}
            fetchedAt={list.dataUpdatedAt}
            left={left}
            onShown={() => onView(view, true)}
          />
        )
      }
      className="flex min-h-0 flex-1 flex-col"
    >
      {/* The list of another view starts at its top. */}
      <div key={viewKey(view)} className="relative min-h-0 flex-1 overflow-y-auto short:min-h-56">
        {hasFailed(list) ? (
          <FetchFailure query={list} title="Couldn't load leads" />
        ) : (
          (list.isPending || (leads.length === 0 && list.hasNextPage)) && <ListSkeleton />
        )}
        {first && leads.length === 0 && !list.hasNextPage && (
          <Suspense fallback={<ListSkeleton />}>
            <EmptyTab
              project={project}
              view={view}
              fetching={list.isFetching}
              onClear={() => onView({ ...view, ...noFilters }, false)}
            />
          </Suspense>
        )}
        <List
          leads={leads}
          tab={view.tab}
          selectedId={selectedId}
          areSamples={project.realm === 'sandbox'}
          hrefOf={(id) => `?${address}lead=${id}`}
          onOpen={onOpen}
          isChosen={isChosen}
          onChoose={onChoose}
          now={now}
          more={list.hasNextPage}
          failed={list.isFetchNextPageError}
          loadingMore={list.isFetchingNextPage}
          onMore={() => void list.fetchNextPage()}
        />
      </div>
      {bulk}
      {view.tab === 'new' && leads.length > 0 && (
        <Suspense>
          <HeldLeads projectId={project.id} />
        </Suspense>
      )}
    </Tabs>
  )
}
