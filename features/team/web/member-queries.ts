import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { findAll } from '#platform/web/api/find-all.ts'
import type { AuditEntry, Member } from '../contract.ts'
import { call } from './api.ts'

/** Everybody in a project, and the invitations that are open; who came first, first. */
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

/** Everybody in all projects in which one may see the others. */
export const peopleQuery = queryOptions({
  queryKey: ['members'],
  queryFn: ({ signal }): Promise<Member[]> =>
    findAll(
      (page) =>
        call('membersFind', {
          query: { populate: ['user', 'project'], sort: 'email:asc', pagination: { page, pageSize: 100 } },
          signal,
        }),
      signal,
    ),
})

export const auditPageSize = 25

/** A page of what was done in a project, newest first: all of it, or of one kind, which is how its actions begin. */
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
