import { queryOptions } from '@tanstack/react-query'
import { hasRight } from '#engine/rules/access.ts'
import { findAll } from '#platform/web/api/find-all.ts'
import type { Note, Reminder } from '../contract.ts'
import type { Notice } from '../contract-notices.ts'
import { call } from './api.ts'

/** What notes are about, by ID. */
export type NoteSubject = { opportunity: string } | { person: string }

/** The notes about a lead or a person, oldest first. */
export function notesQuery(subject: NoteSubject) {
  return queryOptions({
    queryKey: ['notes', subject],
    queryFn: ({ signal }): Promise<Note[]> =>
      findAll((page) => {
        const filters =
          'person' in subject
            ? { person: { id: { $eq: subject.person } } }
            : { opportunity: { id: { $eq: subject.opportunity } } }
        const pagination = { page, pageSize: 100 }
        return call('notesFind', {
          query: { filters, populate: ['createdBy'], sort: 'createdAt:asc', pagination },
          signal,
        })
      }, signal),
  })
}

/** The open reminder of a lead; null if it has none. */
export function reminderQuery(leadId: string) {
  return queryOptions({
    queryKey: ['reminder', leadId],
    queryFn: async ({ signal }): Promise<Reminder | null> => {
      const filters = { opportunity: { id: { $eq: leadId } }, done: { $eq: false } }
      return (await call('remindersFind', { query: { filters }, signal })).data[0] ?? null
    },
  })
}

/** What waits for the user in a project, newest first. */
export function noticesQuery(projectId: string) {
  return queryOptions({
    queryKey: ['notices', projectId],
    queryFn: async ({ signal }): Promise<Notice[]> => (await call('noticesFind', { id: projectId, signal })).data,
  })
}

/** The members whom a note can mention, by email. */
export function mentionableQuery(projectId: string) {
  return queryOptions({
    queryKey: ['members', projectId, 'mentionable'],
    staleTime: 60_000,
    queryFn: async ({ signal }): Promise<{ id: string; name: string }[]> => {
      const filters = { project: { id: { $eq: projectId } }, status: { $eq: 'active' } }
      const members = await findAll((page) => {
        const query = { filters, populate: ['user'], sort: 'email:asc', pagination: { page, pageSize: 100 } }
        return call('membersFind', { query, signal })
      }, signal)
      return members.flatMap(({ user, role }) =>
        user && hasRight(role, 'readOutreach') ? [{ id: user.id, name: user.email }] : [],
      )
    },
  })
}
