import { queryOptions } from '@tanstack/react-query'
import { findAll } from '#platform/web/api/find-all.ts'
import type { CannedReply } from '../../contract-canned.ts'
import type { Companion } from '../../contract-team.ts'
import { call } from '../api.ts'

/** How often, in ms, to look without an event: people stop without a sign, and other projects announce nothing here. */
const lookMs = { somebodyAnswers: 10_000, nobodyAnswers: 60_000 } as const

/** Who else is at a lead or in its thread. */
export function replyCompanyQuery(projectId: string, leadId: string) {
  return queryOptions({
    queryKey: ['reply-company', projectId, leadId],
    queryFn: async ({ signal }): Promise<Companion[]> => (await call('replyCompanyFind', { id: leadId, signal })).data,
    refetchInterval: ({ state: { data = [] } }) =>
      data.some(({ kind }) => kind === 'answering') ? lookMs.somebodyAnswers : lookMs.nobodyAnswers,
  })
}

/** What canned replies say about a project's product. */
export function productQuery(projectId: string) {
  return queryOptions({
    queryKey: ['projects', projectId, 'product'],
    queryFn: async ({ signal }) => {
      const query = { fields: ['name', 'website'] }
      return (await call('projectsFindOne', { id: projectId, query, signal })).data
    },
  })
}

/** A project's canned replies, by name. */
export function cannedRepliesQuery(projectId: string) {
  return queryOptions({
    queryKey: ['canned-replies', projectId],
    queryFn: ({ signal }): Promise<CannedReply[]> =>
      findAll((page) => {
        const filters = { project: { id: { $eq: projectId } } }
        return call('cannedRepliesFind', {
          query: { filters, sort: 'name', pagination: { page, pageSize: 100 } },
          signal,
        })
      }, signal),
  })
}
