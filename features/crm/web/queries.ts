import { queryOptions } from '@tanstack/react-query'
import { findAll } from '#platform/web/api/find-all.ts'
import type { Note, Reminder } from '../contract.ts'
import { call } from './api.ts'

/** The notes about a lead, oldest first. */
export function notesQuery(leadId: string) {
  return queryOptions({
    queryKey: ['notes', leadId],
    queryFn: ({ signal }): Promise<Note[]> =>
      findAll((page) => {
        const filters = { opportunity: { id: { $eq: leadId } } }
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
