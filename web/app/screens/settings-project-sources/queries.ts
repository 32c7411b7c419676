import type { RedditAccount } from '@earshot/contract/entities/reddit-account'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api.ts'
import { findAll } from '../../rows.ts'

/** The accounts on Reddit that a project connected, in the order in which they came. */
export const redditAccountsQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['reddit-accounts', projectId],
    queryFn: ({ signal }): Promise<RedditAccount[]> =>
      findAll((page) => {
        const filters = { project: { id: { $eq: projectId } } }
        const pagination = { page, pageSize: 100 }
        return call('redditAccountsFind', {
          query: { filters, populate: ['connectedBy'], sort: 'createdAt:asc', pagination },
          signal,
        })
      }, signal),
  })
