import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { CommunityPlaybook } from '../../contract-playbook.ts'
import { call } from '../api.ts'

/** What a project knows about replying in a community, with its rules as they were read at a time. */
export function playbookQuery(projectId: string, name: string, rulesReadAt: string | null) {
  return queryOptions({
    queryKey: ['playbook', projectId, name, rulesReadAt],
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
    queryFn: async ({ signal }): Promise<CommunityPlaybook> =>
      (await call('communityPlaybooksCreate', { id: projectId, body: { data: { name } }, signal })).data,
  })
}
