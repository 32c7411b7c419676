import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { decisionsSent } from '../decisions.ts'
import type { Page } from '../pages.ts'
import { call } from './api.ts'
import { type ArchivedProject, type ArchiveState, type ArchiveView, archiveParams, archiveQuery } from './view.ts'

const pageSize = 50

/** Returns the decided leads of a view, page by page. */
export function archiveListQuery(project: ArchivedProject, state: ArchiveState, view: ArchiveView) {
  return infiniteQueryOptions({
    queryKey: ['archive', project.id, state, archiveParams(view).toString()],
    // While a search runs, the rows stay.
    placeholderData: keepPreviousData,
    initialPageParam: null as string | null,
    queryFn: async ({ pageParam: cursor, signal }): Promise<Page> => {
      await decisionsSent()
      const pagination = { pageSize, ...(cursor !== null && { cursor }) }
      return call('opportunitiesFind', {
        query: { ...archiveQuery(project, state, view, Date.now()), pagination },
        signal,
      })
    },
    getNextPageParam: (last) => last.meta.pagination.nextCursor ?? null,
  })
}

/** Returns the dropped posts to review, and the miss rate of those reviewed. */
export function droppedPostsQuery(projectId: string) {
  return queryOptions({
    queryKey: ['dropped-posts', projectId],
    queryFn: async ({ signal }) => (await call('auditFind', { id: projectId, signal })).data,
  })
}

/** Returns the posts like a lead. */
export function similarQuery(id: string) {
  return queryOptions({
    queryKey: ['similar', id],
    queryFn: ({ signal }) => call('similarFind', { id, signal }),
  })
}
