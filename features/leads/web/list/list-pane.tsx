import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { lazy, Suspense } from 'react'
import { useNavigate } from 'react-router'
import { type Look, noFilters, type View, viewParams } from '#engine/rules/lead-view.ts'
import type { CurrentProject } from '#platform/contract/session.ts'
import { More } from '#platform/ui/more.tsx'
import { loadOptional } from '#platform/ui/parts.ts'
import { Tabs } from '#platform/ui/tabs.tsx'
import { FetchFailure, hasFailed } from '#platform/web/api/fetch-failure.tsx'
import { separatePart } from '#platform/web/page/separate-part.tsx'
import type { Opportunity } from '../../contract.ts'
import type { Pages } from '../pages.ts'
import { listTabs, seoTab, viewKey } from '../view.ts'
import { List, ListSkeleton } from './list.tsx'
import { NewLeads } from './new-leads.tsx'
import { fromTabs, useFocusedTab } from './seo-tab.tsx'

/** Loaded separately, as they are shown only without rows, instead of them, or below them. */
const EmptyTab = separatePart(async () => (await import('./empty.tsx')).EmptyTab, {
  title: "Couldn't load this part",
  waiting: <ListSkeleton />,
})
const LeadTable = separatePart(async () => (await import('./lead-table.tsx')).LeadTable, {
  title: "Couldn't load the table",
  waiting: <ListSkeleton />,
})
const HeldLeads = lazy(() => loadOptional(async () => (await import('./held-leads.tsx')).HeldLeads))

interface ListPaneProps {
  project: CurrentProject
  view: View
  look: Look
  list: UseInfiniteQueryResult<Pages>
  /** The loaded leads, in the order in which they are shown. */
  leads: readonly Opportunity[]
  selectedId: string | null
  /** The lead that is open or was open last, whose row gets the focus after it. */
  lastId: string | null
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
  look,
  list,
  leads,
  selectedId,
  lastId,
  now,
  left,
  onView,
  onOpen,
  isChosen,
  onChoose,
  bulk,
}: ListPaneProps) {
  const navigate = useNavigate()
  useFocusedTab()
  const first = list.data?.pages[0]
  const pagination = first?.meta.pagination
  const params = viewParams(view, null).toString()
  const address = params === '' ? '' : `${params}&`
  const listKey = viewKey(view)
  const rows = {
    listKey: `${project.id} ${look} ${listKey}`,
    leads,
    total: !list.hasNextPage ? leads.length : pagination?.totalCapped ? -1 : (pagination?.total ?? -1),
    tab: view.tab,
    selectedId,
    keptId: lastId,
    areSamples: project.realm === 'sandbox',
    hrefOf: (id: string) => `?${address}lead=${id}`,
    onOpen,
    isChosen,
    onChoose,
    now,
  }
  return (
    <Tabs
      label="Lead status"
      tabs={listTabs}
      value={view.tab}
      onValueChange={(tab) =>
        tab === seoTab ? void navigate(`?tab=${seoTab}`, { state: fromTabs }) : onView({ ...view, tab }, false)
      }
      aside={
        first && (
          <NewLeads
            key={listKey}
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
      <div key={`${look} ${listKey}`} className="@container relative min-h-0 flex-1 overflow-y-auto short:min-h-56">
        {hasFailed(list) ? (
          <FetchFailure query={list} title="Couldn't load leads" />
        ) : (
          (list.isPending || (leads.length === 0 && list.hasNextPage)) && <ListSkeleton />
        )}
        {first && leads.length === 0 && !list.hasNextPage && (
          <EmptyTab
            project={project}
            view={view}
            fetching={list.isFetching}
            onClear={() => onView({ ...view, ...noFilters }, false)}
          />
        )}
        {look === 'table' && leads.length > 0 ? (
          <LeadTable {...rows} sort={view.sort} onSort={(sort) => onView({ ...view, sort }, false)} />
        ) : (
          <List {...rows} />
        )}
        {list.hasNextPage && (
          <More
            loading={list.isFetchingNextPage}
            failed={list.isFetchNextPageError}
            onMore={() => void list.fetchNextPage()}
          />
        )}
      </div>
      {bulk}
      {['new', 'all'].includes(view.tab) && leads.length > 0 && (
        <Suspense>
          <HeldLeads projectId={project.id} />
        </Suspense>
      )}
    </Tabs>
  )
}
