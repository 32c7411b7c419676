import { queryOptions, useQuery } from '@tanstack/react-query'
import { hasRight } from '#engine/rules/access.ts'
import type { MemberRole, Right } from '#engine/rules/rights.ts'
import type { SessionMembership } from '../../contract/session.ts'
import { call } from '../api/client.ts'
import { useProject } from './project.ts'

/** The user's own membership in each project. */
export const membershipsQuery = queryOptions({
  queryKey: ['memberships'],
  queryFn: async ({ signal }): Promise<SessionMembership[]> => {
    const populate = { memberships: { populate: ['project'] } }
    return (await call('me', { query: { populate }, signal })).memberships ?? []
  },
})

/** Returns the user's role in the current project; undefined until it is known. */
export function useRole(): MemberRole | undefined {
  const projectId = useProject()?.id
  const { data } = useQuery(membershipsQuery)
  return data?.find(({ project }) => project?.id === projectId)?.role
}

/** Returns whether the user's role in the current project includes a right; undefined until it is known. */
export function useMay(right: Right): boolean | undefined {
  const role = useRole()
  return role && hasRight(role, right)
}
