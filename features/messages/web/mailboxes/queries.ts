import { queryOptions } from '@tanstack/react-query'
import { findAll } from '#platform/web/api/find-all.ts'
import type { Mailbox } from '../../contract-mailbox.ts'
import type { MailboxOptions, MailSuppression } from '../../contract-mailboxes.ts'
import { call } from '../api.ts'

/** Returns the mailboxes of a project, in the order in which they were connected. */
export function mailboxesQuery(projectId: string) {
  return queryOptions({
    queryKey: ['mailboxes', projectId],
    queryFn: ({ signal }): Promise<Mailbox[]> =>
      findAll((page) => {
        const filters = { project: { id: { $eq: projectId } } }
        const pagination = { page, pageSize: 100 }
        const query = { filters, sort: 'createdAt:asc', populate: ['createdBy'], pagination }
        return call('mailboxesFind', { query, signal })
      }, signal),
  })
}

/** Returns the ways to connect a mailbox that this server offers besides a password. */
export function mailboxOptionsQuery(projectId: string) {
  return queryOptions({
    queryKey: ['mailbox-options', projectId],
    staleTime: 60_000,
    queryFn: async ({ signal }): Promise<MailboxOptions> =>
      (await call('mailboxOptionsFind', { id: projectId, signal })).data,
  })
}

export const suppressionPageSize = 10

/** Returns a page of the addresses that get no mail, newest first, whose address contains a text. */
export function suppressionsQuery(projectId: string, text: string, page: number) {
  return queryOptions({
    queryKey: ['mail-suppressions', projectId, text, page],
    queryFn: async ({ signal }): Promise<{ rows: MailSuppression[]; total: number }> => {
      const project = { id: { $eq: projectId } }
      const filters = { project, ...(text !== '' && { address: { $containsi: text } }) }
      const pagination = { page, pageSize: suppressionPageSize }
      const query = { filters, sort: 'createdAt:desc', populate: ['createdBy'], pagination }
      const { data, meta } = await call('mailSuppressionsFind', { query, signal })
      return { rows: data, total: meta.pagination.total }
    },
  })
}

/** Returns why an address gets no mail from a project; null if it may get some. */
export function suppressionOfQuery(projectId: string, address: string) {
  return queryOptions({
    queryKey: ['mail-suppressions', projectId, 'of', address],
    queryFn: async ({ signal }): Promise<MailSuppression | null> => {
      const filters = { project: { id: { $eq: projectId } }, address: { $eq: address } }
      const { data } = await call('mailSuppressionsFind', { query: { filters, pagination: { pageSize: 1 } }, signal })
      return data[0] ?? null
    },
  })
}
