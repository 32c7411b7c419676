import { queryOptions } from '@tanstack/react-query'
import { hasRight } from '#engine/rules/access.ts'
import type { MemberRole } from '#engine/rules/rights.ts'
import { findAll, type Page } from '../api/find-all.ts'

/** A member whom leads, people, and conversations can be assigned to. The name is their email. */
export interface Teammate {
  id: string
  name: string
}

interface MemberRow {
  role: MemberRole
  user?: { id: string; email: string } | null | undefined
}

/** The members of a project who can work on its leads, by email. Features find members with their own client. */
export function teammatesOf(
  projectId: string,
  find: (query: ReturnType<typeof activeMembers>, signal: AbortSignal) => Promise<Page<MemberRow>>,
) {
  return queryOptions({
    queryKey: ['members', projectId, 'teammates'],
    staleTime: 60_000,
    queryFn: async ({ signal }): Promise<Teammate[]> => {
      const members = await findAll((page) => find(activeMembers(projectId, page), signal), signal)
      return members.flatMap(({ user, role }) =>
        user && hasRight(role, 'changeOutreach') ? [{ id: user.id, name: user.email }] : [],
      )
    },
  })
}

function activeMembers(projectId: string, page: number) {
  return {
    filters: { project: { id: { $eq: projectId } }, status: { $eq: 'active' } },
    populate: ['user'],
    sort: 'email:asc',
    pagination: { page, pageSize: 100 },
  }
}
