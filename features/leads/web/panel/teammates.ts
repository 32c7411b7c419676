import { queryOptions } from '@tanstack/react-query'
import { hasRight } from '#engine/rules/access.ts'
import { findAll } from '#platform/web/api/find-all.ts'
import { call } from '../api.ts'
import type { Teammate } from '../decisions.ts'

/** The members of a project who can work on leads, by email. */
export function teammatesQuery(projectId: string) {
  return queryOptions({
    queryKey: ['members', projectId, 'teammates'],
    staleTime: 60_000,
    queryFn: async ({ signal }): Promise<Teammate[]> => {
      const filters = { project: { id: { $eq: projectId } }, status: { $eq: 'active' } }
      const members = await findAll((page) => {
        const query = { filters, populate: ['user'], sort: 'email:asc', pagination: { page, pageSize: 100 } }
        return call('membersFind', { query, signal })
      }, signal)
      return members.flatMap(({ user, role }) =>
        user && hasRight(role, 'changeOutreach') ? [{ id: user.id, name: user.email }] : [],
      )
    },
  })
}
