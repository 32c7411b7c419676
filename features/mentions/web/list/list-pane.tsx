import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import type { CurrentProject } from '#platform/contract/session.ts'
import { ListSkeleton } from '#platform/ui/lists/list-skeleton.tsx'
import { loadPart } from '#platform/ui/parts.ts'
import { Tabs } from '#platform/ui/tabs.tsx'
import { FetchFailure, hasFailed } from '#platform/web/api/fetch-failure.tsx'
import type { MentionTotals } from '../../contract.ts'
import { countsQuery } from '../queries.ts'
import type { MentionsState } from '../use-mentions.ts'
import { listKey, noFilters, type Tab, tabs, viewParams } from '../view.ts'
import { List } from './list.tsx'
import { NewMentions } from './new-mentions.tsx'

/** Loaded separately, as it is shown only without rows. */
const Empty = lazy(async () => ({ default: (await loadPart(() => import('./empty.tsx'))).Empty }))

/** Loaded once a mention is chosen. */
const BulkBar = lazy(async () => ({ default: (await loadPart(() => import('./bulk-bar.tsx'))).BulkBar }))

interface ListPaneProps {
  project: CurrentProject
  state: MentionsState
  now: number
}

/** The tabs, with the mentions of the current one below. */
export function ListPane({ project, state, now }: ListPaneProps) {
  const { view, list, mentions, selectedId, choice, mayDecide, go, setOpenId } = state
  const { data: totals } = useQuery(countsQuery(project, view))
  const params = viewParams(view, null).toString()
  const address = params === '' ? '' : `${params}&`
  return (
    <Tabs
      label="Mentioned"
      tabs={tabs.map((tab) => ({ ...tab, ...(totals && { count: countOf(totals, tab.value) }) }))}
      value={view.tab}
      onValueChange={(tab) => go({ ...view, tab, names: [] }, null, false)}
      aside={list.data && <NewMentions key={listKey(view)} project={project} view={view} list={list} />}
      className="flex min-h-0 flex-1 flex-col"
    >
      {/* The list of another view starts at its top. */}
      <div key={listKey(view)} className="relative min-h-0 flex-1 overflow-y-auto short:min-h-56">
        {hasFailed(list) ? (
          <FetchFailure query={list} title="Couldn't load mentions" />
        ) : (
          (list.isPending || (mentions.length === 0 && list.hasNextPage)) && <ListSkeleton label="Loading mentions" />
        )}
        {list.data && mentions.length === 0 && !list.hasNextPage && (
          <Suspense fallback={<ListSkeleton label="Loading mentions" />}>
            <Empty
              project={project}
              view={view}
              onClear={() => go({ ...view, ...noFilters, range: null }, null, false)}
              onAll={() => go({ ...view, status: 'all' }, null, false)}
            />
          </Suspense>
        )}
        <List
          mentions={mentions}
          selectedId={selectedId}
          isSample={project.realm === 'sandbox'}
          hrefOf={(id) => `?${address}mention=${id}`}
          onOpen={setOpenId}
          isChosen={choice.isChosen}
          onChoose={mayDecide ? choice.choose : null}
          now={now}
          more={list.hasNextPage}
          failed={list.isFetchNextPageError}
          loadingMore={list.isFetchingNextPage}
          onMore={() => void list.fetchNextPage()}
        />
      </div>
      {choice.chosen.length > 0 && (
        <Suspense>
          <BulkBar state={state} />
        </Suspense>
      )}
    </Tabs>
  )
}

function countOf({ kinds }: MentionTotals, tab: Tab): number {
  return kinds
    .filter(({ kind }) => tab === 'all' || kind === tab)
    .reduce((sum, { positive, neutral, negative, unknown }) => sum + positive + neutral + negative + unknown, 0)
}
