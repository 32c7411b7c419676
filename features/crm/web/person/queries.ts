import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { Opportunity } from '#features/leads/contract.ts'
import type { Conversation, Message } from '#features/messages/contract.ts'
import { findAll } from '#platform/web/api/find-all.ts'
import type { GivenEmail } from '../../contract-people.ts'
import type { Task } from '../../contract-tasks.ts'
import { call, changes } from '../api.ts'
import { kindsOf, type TimelineFilter } from './timeline-text.ts'

/** The open tasks of a person, the most urgent first. */
export function tasksQuery(person: string) {
  return queryOptions({
    queryKey: ['tasks', person],
    queryFn: async ({ signal }): Promise<Task[]> => {
      await changes.sent()
      return findAll((page) => {
        const filters = { person: { id: { $eq: person } }, doneAt: { $null: true } }
        const pagination = { page, pageSize: 100 }
        return call('tasksFind', { query: { filters, populate: ['assignee'], sort: 'dueAt:asc', pagination }, signal })
      }, signal)
    },
  })
}

/** What happened with a person, the newest first, page by page. */
export function timelineQuery(person: string, filter: TimelineFilter) {
  return infiniteQueryOptions({
    queryKey: ['timeline', person, filter],
    initialPageParam: null as string | null,
    queryFn: async ({ pageParam, signal }) => {
      await changes.sent()
      const kinds = kindsOf(filter)
      const query = { ...(pageParam !== null && { before: pageParam }), ...(kinds && { kinds: kinds.join(',') }) }
      return (await call('timelineFind', { id: person, query, signal })).data
    },
    getNextPageParam: ({ next }) => next,
  })
}

/** The leads of a person, the newest first. */
export function personLeadsQuery(person: string) {
  return queryOptions({
    queryKey: ['person-leads', person],
    queryFn: async ({ signal }): Promise<Opportunity[]> => (await call('personLeadsFind', { id: person, signal })).data,
  })
}

/** The most conversations that a person's page lists. */
const conversationsMost = 20

/** The conversations with a person, the newest first. */
export function conversationsQuery(person: string) {
  return queryOptions({
    queryKey: ['person-conversations', person],
    queryFn: async ({ signal }): Promise<Conversation[]> => {
      const filters = { person: { id: { $eq: person } } }
      const query = { filters, sort: 'lastAt:desc', populate: ['account'], pagination: { pageSize: conversationsMost } }
      return (await call('conversationsFind', { query, signal })).data
    },
  })
}

/** The addresses in what a person wrote. */
export function emailsQuery(person: string) {
  return queryOptions({
    queryKey: ['person-emails', person],
    queryFn: async ({ signal }): Promise<GivenEmail[]> => (await call('personEmailsFind', { id: person, signal })).data,
  })
}

/** The message that shows an address. */
export function emailMessageQuery(message: string) {
  return queryOptions({
    queryKey: ['email-message', message],
    queryFn: async ({ signal }): Promise<Message> =>
      (await call('messagesFindOne', { id: message, query: { populate: ['conversation'] }, signal })).data,
  })
}
