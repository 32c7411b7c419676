import type { KeywordHealth } from '@earshot/contract/keyword-health'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../api.ts'

/** How the keywords and competitors of a project do. The figures are a matter of days, so nobody waits for them. */
export function phraseHealthQuery(projectId: string) {
  return queryOptions({
    queryKey: ['phrase-health', projectId],
    queryFn: async ({ signal }): Promise<KeywordHealth> =>
      (await call('keywordHealth', { id: projectId, signal })).data,
  })
}
