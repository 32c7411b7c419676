import { queryOptions } from '@tanstack/react-query'
import type { Opportunity } from '#features/leads/contract.ts'
import { findAll } from '#platform/web/api/find-all.ts'
import type { Prompt, PromptVersion, ReplyModel } from '../../contract.ts'
import { call } from '../api.ts'

/** A project's prompts of all kinds and communities. */
export function promptsQuery(projectId: string) {
  return queryOptions({
    queryKey: ['prompts', projectId],
    queryFn: ({ signal }): Promise<Prompt[]> =>
      findAll((page) => {
        const filters = { project: { id: { $eq: projectId } } }
        return call('promptsFind', { query: { filters, pagination: { page, pageSize: 100 } }, signal })
      }, signal),
  })
}

/** The latest versions of a prompt, newest first, with their authors. */
export function versionsQuery(promptId: string) {
  return queryOptions({
    queryKey: ['prompt-versions', promptId],
    queryFn: async ({ signal }): Promise<PromptVersion[]> => {
      const filters = { prompt: { id: { $eq: promptId } } }
      const query = { filters, sort: 'version:desc', populate: ['createdBy'], pagination: { pageSize: 100 } }
      return (await call('promptVersionsFind', { query, signal })).data
    },
  })
}

/** The chat model that writes the replies of a project. */
export function replyModelQuery(projectId: string) {
  return queryOptions({
    queryKey: ['reply-model', projectId],
    queryFn: async ({ signal }): Promise<ReplyModel> => (await call('replyModelFind', { id: projectId, signal })).data,
  })
}

/** The newest leads, with their posts, to try prompts on. */
export function recentLeadsQuery(projectId: string) {
  return queryOptions({
    queryKey: ['opportunities', 'recent', projectId],
    queryFn: async ({ signal }): Promise<Opportunity[]> => {
      const filters = { project: { id: { $eq: projectId } } }
      const query = { filters, sort: 'releasedAt:desc', populate: ['post'], pagination: { pageSize: 20 } }
      return (await call('opportunitiesFind', { query, signal })).data
    },
  })
}

/** Returns the project's lead whose post has these parts in its path; undefined if there is none. */
export async function leadAt(projectId: string, path: string): Promise<Opportunity | undefined> {
  const filters = { project: { id: { $eq: projectId } }, permalink: { $containsi: `${path}/` } }
  const query = { filters, populate: ['post'], pagination: { pageSize: 1 } }
  return (await call('opportunitiesFind', { query })).data[0]
}
