import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { findAll } from '#platform/web/api/find-all.ts'
import type { AuditEntry, Member } from '../contract.ts'
import { call } from './api.ts'

/** The members and pending invitations of a project, oldest first. */
export const membersQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['members', projectId],
    queryFn: ({ signal }): Promise<Member[]> =>
      findAll(
        (page) =>
          call('membersFind', {
            query: {
              filters: { project: { id: { $eq: projectId } } },
              populate: ['user', 'invitedBy'],
              sort: 'createdAt:asc',
              pagination: { page, pageSize: 100 },
            },
            signal,
          }),
        signal,
      ),
  })

/** The members of all projects whose members the user may see. */
export const peopleQuery = queryOptions({
  queryKey: ['members'],
  queryFn: ({ signal }): Promise<Member[]> =>
    findAll(
      (page) =>
        call('membersFind', {
          query: { populate: ['user', 'project', 'invitedBy'], sort: 'email:asc', pagination: { page, pageSize: 100 } },
          signal,
        }),
      signal,
    ),
})

export const auditPageSize = 25

/** A page of a project's audit log, newest first: all entries or one kind, the prefix of its actions. */
export const auditQuery = (projectId: string, { page, kind }: { page: number; kind: string }) =>
  queryOptions({
    queryKey: ['audit', projectId, kind, page],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<{ rows: AuditEntry[]; total: number }> => {
      const project = { id: { $eq: projectId } }
      const query = {
        filters: { project, ...(kind !== 'all' && { action: { $startsWith: `${kind}.` } }) },
        populate: ['user'],
        sort: 'createdAt:desc',
        pagination: { page, pageSize: auditPageSize },
      }
      const { data, meta } = await call('auditEntriesFind', { query, signal })
      return { rows: data, total: meta.pagination.total }
    },
  })
