import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { RedditAccount } from '#features/reddit/contract.ts'
import type { Answer } from '#platform/web/api/client.ts'
import { findAll } from '#platform/web/api/find-all.ts'
import { teammatesOf } from '#platform/web/session/teammates.ts'
import type { Conversation, messagesContract } from '../../contract.ts'
import type { InboxCounts, MessageSettings } from '../../contract-outbox.ts'
import { call, changes } from '../api.ts'
import type { Page } from './pages.ts'
import { listFilters, type View, viewKey } from './view.ts'

/** An inbox is read by one user, to whom some of its boxes belong. It has the conversations of one channel. */
export interface Reader {
  projectId: string
  me: string
  channel: Conversation['channel']
}

const pageSize = 30
const parts = ['person', 'account', 'mailbox', 'assignee']

/** Returns the conversations of a view, page by page. Fetches again only on purpose: rows never move under a reader. */
export function conversationsQuery(reader: Reader, view: View) {
  const { projectId, channel } = reader
  return infiniteQueryOptions({
    queryKey: ['conversations', projectId, channel, viewKey(view)],
    staleTime: Number.POSITIVE_INFINITY,
    initialPageParam: 1,
    queryFn: async ({ pageParam, signal }): Promise<Page> => {
      await changes.sent()
      const query = {
        filters: listFilters(reader, view),
        sort: orderOf(view),
        populate: parts,
        pagination: { page: pageParam, pageSize },
      }
      return call('conversationsFind', { query, signal })
    },
    getNextPageParam: ({ data }, _pages, last) => (data.length === pageSize ? last + 1 : null),
  })
}

function orderOf({ box }: View): string {
  return box === 'snoozed' ? 'snoozedUntil:asc' : 'lastAt:desc'
}

/** Returns the present state of the first conversations of a view, to tell what is new. */
export function latestQuery(reader: Reader, view: View) {
  const { projectId, channel } = reader
  return queryOptions({
    queryKey: ['inbox-figures', projectId, channel, 'latest', viewKey(view)],
    queryFn: async ({ signal }): Promise<Conversation[]> => {
      await changes.sent()
      const filters = listFilters(reader, view)
      const query = { filters, sort: orderOf(view), populate: parts, pagination: { pageSize } }
      return (await call('conversationsFind', { query, signal })).data
    },
  })
}

/** The most conversations fetched at once. */
export const statesMost = 100

/** Returns the present states of some conversations. */
export async function statesOf({ projectId }: Reader, ids: readonly string[]): Promise<Conversation[]> {
  const filters = { project: { id: { $eq: projectId } }, id: { $in: [...ids] } }
  const query = { filters, populate: parts, pagination: { pageSize: statesMost } }
  return (await call('conversationsFind', { query })).data
}

/** Returns one conversation with its lead. */
export function conversationQuery(id: string) {
  return queryOptions({
    queryKey: ['conversation', id],
    queryFn: async ({ signal }): Promise<Conversation> => {
      await changes.sent()
      const populate = {
        person: true,
        account: true,
        mailbox: true,
        assignee: true,
        opportunity: { populate: ['post'] },
      }
      return (await call('conversationsFindOne', { id, query: { populate }, signal })).data
    },
  })
}

export type MessagePage = Answer<(typeof messagesContract.endpoints)['messagesFind']>
const messagePageSize = 50

/** Returns the messages of a conversation, newest first, page by page. Those that aren't sent come first. */
export function messagesQuery(conversationId: string) {
  return infiniteQueryOptions({
    queryKey: ['messages', conversationId],
    initialPageParam: 1,
    queryFn: async ({ pageParam, signal }): Promise<MessagePage> => {
      await changes.sent()
      const filters = { conversation: { id: { $eq: conversationId } } }
      const pagination = { page: pageParam, pageSize: messagePageSize }
      return call('messagesFind', {
        query: { filters, sort: 'sentAt:desc', populate: ['createdBy'], pagination },
        signal,
      })
    },
    getNextPageParam: ({ data }, _pages, last) => (data.length === messagePageSize ? last + 1 : null),
  })
}

/** Returns how many conversations wait in each box. */
export function countsQuery({ projectId, channel }: Reader) {
  return queryOptions({
    queryKey: ['inbox-figures', projectId, channel, 'counts'],
    queryFn: async ({ signal }): Promise<InboxCounts> => {
      await changes.sent()
      return (await call('inboxCountsFind', { id: projectId, query: { channel }, signal })).data
    },
  })
}

/** Returns how a project sends messages. */
export function messageSettingsQuery(projectId: string) {
  return queryOptions({
    queryKey: ['message-settings', projectId],
    queryFn: async ({ signal }): Promise<MessageSettings> =>
      (await call('messageSettingsFind', { id: projectId, signal })).data,
  })
}

/** Returns the Reddit accounts of a project, in the order in which they were connected. */
export function accountsQuery(projectId: string) {
  return queryOptions({
    queryKey: ['inbox-accounts', projectId],
    queryFn: ({ signal }): Promise<RedditAccount[]> =>
      findAll((page) => {
        const filters = { project: { id: { $eq: projectId } } }
        const pagination = { page, pageSize: 100 }
        return call('redditAccountsFind', { query: { filters, sort: 'createdAt:asc', pagination }, signal })
      }, signal),
  })
}

/** The members of a project who can answer, by email. */
export const answerersQuery = (projectId: string) =>
  teammatesOf(projectId, (query, signal) => call('membersFind', { query, signal }))
