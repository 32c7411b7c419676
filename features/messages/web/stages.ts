import { queryOptions } from '@tanstack/react-query'
import type { PersonStage } from '#features/crm/contract-stages.ts'
import { findAll } from '#platform/web/api/find-all.ts'
import { call } from './api.ts'

/** Returns the stages of a project's people, in their order. */
export function stagesQuery(projectId: string) {
  return queryOptions({
    queryKey: ['person-stages', projectId],
    queryFn: ({ signal }): Promise<PersonStage[]> =>
      findAll((page) => {
        const filters = { project: { id: { $eq: projectId } } }
        return call('personStagesFind', {
          query: { filters, sort: 'position:asc', pagination: { page, pageSize: 100 } },
          signal,
        })
      }, signal),
  })
}
