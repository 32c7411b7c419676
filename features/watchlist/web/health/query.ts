import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { CurrentProject } from '#platform/contract/session.ts'
import type { KeywordHealth } from '../../contract.ts'
import { call } from '../api.ts'

/**
 * How the keywords and competitors of a project do. The figures are a matter of days, so they are asked for again only
 * when the project has changed: that is also when a backfill has come to its end.
 */
export function phraseHealthQuery({ id, updatedAt }: CurrentProject) {
  return queryOptions({
    queryKey: ['phrase-health', id, updatedAt],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<KeywordHealth> => (await call('keywordHealth', { id, signal })).data,
  })
}
