import type { MemberRole, Membership } from '@earshot/contract/entities'
import type { Right } from '@earshot/contract/rights'
import { may } from '@earshot/engine/access'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from './api.ts'
import { useProject } from './project.ts'

/** What one is oneself, in which project. */
export const membershipsQuery = queryOptions({
  queryKey: ['memberships'],
  queryFn: async ({ signal }): Promise<Membership[]> => {
    const populate = { memberships: { populate: ['project'] } }
    return (await call('me', { query: { populate }, signal })).memberships ?? []
  },
})

/** What one is in the current project; undefined until that is known. */
export function useRole(): MemberRole | undefined {
  const projectId = useProject()?.id
  const { data } = useQuery(membershipsQuery)
  return data?.find(({ project }) => project?.id === projectId)?.role
}

/** Whether one's role in the current project allows something; undefined until it is known. */
export function useMay(right: Right): boolean | undefined {
  const role = useRole()
  return role && may(role, right)
}
