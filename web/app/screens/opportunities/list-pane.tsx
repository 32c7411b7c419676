import type { Project } from '@earshot/contract/entities'
import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Tabs } from '../../../ui/tabs.tsx'
import { FetchFailure, hasFailed } from '../../fetch-failure.tsx'
import { Empty } from './empty.tsx'
import { List, ListSkeleton } from './list.tsx'
import { NewLeads } from './new-leads.tsx'
import type { Pages } from './pages.ts'
import { leadsOf } from './pages.ts'
import { anyLeadQuery, latestQuery } from './queries.ts'
import type { View } from './view.ts'
import { tabs, viewParams } from './view.ts'

interface ListPaneProps {
  project: Project
  view: View
  list: UseInfiniteQueryResult<Pages>
  selectedId: string | null
  now: number
  left: () => ReadonlySet<string>
  onView: (view: View, replace: boolean) => void
  /** A row was chosen; the address follows. */
  onOpen: (id: string) => void
}

/** The tabs, and under them the leads in whatever state they are. */
export function ListPane({ project, view, list, selectedId, now, left, onView, onOpen }: ListPaneProps) {
  const leads = leadsOf(list.data)
  const first = list.data?.pages[0]
  return (
    <Tabs
      label="Which leads"
      tabs={tabs}
      value={view.tab}
      onValueChange={(tab) => onView({ ...view, tab }, false)}
      aside={
        first && (
          <NewLeads
            key={`${view.tab} ${view.sort}`}
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
      {/* A list of another view starts at its top. */}
      <div key={`${view.tab} ${view.sort}`} className="relative min-h-0 flex-1 overflow-y-auto">
        {hasFailed(list) ? (
          <FetchFailure query={list} title="The leads could not be fetched" />
        ) : (
          (list.isPending || (leads.length === 0 && list.hasNextPage)) && <ListSkeleton />
        )}
        {first && leads.length === 0 && !list.hasNextPage && (
          <EmptyTab project={project} view={view} fetching={list.isFetching} />
        )}
        <List
          leads={leads}
          tab={view.tab}
          selectedId={selectedId}
          hrefOf={(id) => `?${viewParams(view, id)}`}
          onOpen={onOpen}
          now={now}
          more={list.hasNextPage}
          failed={list.isFetchNextPageError}
          loadingMore={list.isFetchingNextPage}
          onMore={() => void list.fetchNextPage()}
        />
      </div>
    </Tabs>
  )
}

interface EmptyTabProps {
  project: Project
  view: View
  /** Whether the list is being fetched again. */
  fetching: boolean
}

function EmptyTab({ project, view, fetching }: EmptyTabProps) {
  const any = useQuery(anyLeadQuery(project.id))
  const { data: latest } = useQuery({ ...latestQuery(project.id, view), enabled: false })
  const ever = any.data ?? false
  const [everAtFirst, setEverAtFirst] = useState<boolean>()
  if (everAtFirst === undefined && any.data !== undefined) setEverAtFirst(any.data)
  // The first lead is there, and the list is about to show it.
  const coming = ever && everAtFirst === false && (fetching || latest?.leads.length !== 0)
  if (any.isPending || coming) return <ListSkeleton />
  return <Empty tab={view.tab} ever={ever} project={project} />
}
