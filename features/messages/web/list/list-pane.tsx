import { lazy, Suspense } from 'react'
import type { CurrentProject } from '#platform/contract/session.ts'
import { ListSkeleton } from '#platform/ui/lists/list-skeleton.tsx'
import { More } from '#platform/ui/more.tsx'
import { loadPart } from '#platform/ui/parts.ts'
import { FetchFailure, hasFailed } from '#platform/web/api/fetch-failure.tsx'
import type { Reader } from '../inbox/queries.ts'
import type { InboxState } from '../inbox/use-inbox.ts'
import { viewKey, viewParams } from '../inbox/view.ts'
import { List } from './list.tsx'
import { ListHeader } from './list-header.tsx'

/** Loaded separately, as it is shown only without rows. */
const Empty = lazy(async () => ({ default: (await loadPart(() => import('./empty.tsx'))).Empty }))

export interface ListPaneProps {
  project: CurrentProject
  reader: Reader
  state: InboxState
  now: number
}

/** The list of conversations below its header. */
export function ListPane({ project, reader, state, now }: ListPaneProps) {
  const { view, list, conversations, selectedId, lastId, setOpenId } = state
  const key = viewKey(view)
  const isEmpty = conversations.length === 0
  return (
    <>
      <ListHeader project={project} reader={reader} state={state} />
      {/* The list of another view starts at its top. */}
      <div key={key} className="relative min-h-0 flex-1 overflow-y-auto short:min-h-56">
        {hasFailed(list) ? (
          <FetchFailure query={list} title="Couldn't load conversations" />
        ) : (
          (list.isPending || (isEmpty && list.hasNextPage)) && <ListSkeleton label="Loading conversations" />
        )}
        {list.data && isEmpty && !list.hasNextPage && (
          <Suspense fallback={<ListSkeleton label="Loading conversations" />}>
            <Empty projectId={project.id} state={state} />
          </Suspense>
        )}
        <List
          listKey={`${project.id} ${key}`}
          conversations={conversations}
          total={list.hasNextPage ? -1 : conversations.length}
          selectedId={selectedId}
          keptId={lastId}
          hrefOf={(id) => `?${viewParams(view, id)}`}
          onOpen={setOpenId}
          me={reader.me}
          now={now}
        />
        {list.hasNextPage && (
          <More
            loading={list.isFetchingNextPage}
            failed={list.isFetchNextPageError}
            onMore={() => void list.fetchNextPage()}
          />
        )}
      </div>
    </>
  )
}
