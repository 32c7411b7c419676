import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { CurrentProject } from '#platform/contract/session.ts'
import type { KeywordHealth } from '../../contract.ts'
import { call } from '../api.ts'

/**
 * The statistics of a project's keywords and competitors. They change slowly, so they are reloaded only when the
 * project changes, which includes the end of a backfill.
 */
export function phraseHealthQuery({ id, updatedAt }: CurrentProject) {
  return queryOptions({
    queryKey: ['phrase-health', id, updatedAt],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<KeywordHealth> => (await call('keywordHealth', { id, signal })).data,
  })
}
