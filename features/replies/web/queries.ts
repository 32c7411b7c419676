import { queryOptions, skipToken } from '@tanstack/react-query'
import type { Usage } from '#features/billing/contract.ts'
import type { ReplyContext, ReplyDraft } from '../contract-drafts.ts'
import { call } from './api.ts'
import { creditsAmong, renewalCheckMs } from './credits.ts'

/** What a reply to a lead is written and checked with. */
export function replyContextQuery(leadId: string) {
  return queryOptions({
    queryKey: ['opportunity', leadId, 'reply-context'],
    // The prompts may have changed on their own page.
    refetchOnMount: 'always',
    queryFn: async ({ signal }): Promise<ReplyContext> => (await call('replyContextFind', { id: leadId, signal })).data,
  })
}

/** The reply to a lead that the user is writing, as the server has it. */
export function replyTextQuery(leadId: string) {
  return queryOptions({
    queryKey: ['reply-text', leadId],
    refetchOnMount: 'always',
    queryFn: async ({ signal }): Promise<string> => (await call('replyTextFind', { id: leadId, signal })).data.text,
  })
}

/** The same with what isn't saved yet, which stays while the user looks at other leads; null if all is. */
export function unsavedTextQuery(leadId: string) {
  return queryOptions<string | null>({
    queryKey: ['reply-text', leadId, 'unsaved'],
    queryFn: skipToken,
    gcTime: Number.POSITIVE_INFINITY,
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** The latest suggested replies to a lead, newest first. */
export function replyDraftsQuery(leadId: string) {
  return queryOptions({
    queryKey: ['opportunity', leadId, 'reply-drafts'],
    queryFn: async ({ signal }): Promise<ReplyDraft[]> => {
      const query = { filters: { opportunity: { id: { $eq: leadId } } }, sort: 'createdAt:desc' }
      return (await call('replyDraftsFind', { query, signal })).data
    },
  })
}

/** The suggestion credits of a project, kept up to date by events; a limit of null means that there is none. */
export function creditsQuery(projectId: string) {
  return queryOptions({
    queryKey: ['billing', projectId, 'usage'],
    queryFn: async ({ signal }): Promise<Usage[]> => (await call('usageFind', { id: projectId, signal })).data,
    select: creditsAmong,
    refetchInterval: ({ state: { data = [] } }) => {
      const credits = creditsAmong(data)
      return credits !== undefined && renewalCheckMs(credits, Date.now())
    },
  })
}
