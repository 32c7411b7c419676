import { queryString } from '#platform/web/api/query-string.ts'
import { filtersOf, sortQuery } from './filters.ts'
import type { CrmState } from './use-crm.ts'

/** Returns the address of the people of a view as a CSV file: of all, or of those with these IDs. */
export function csvUrl(
  { reader, view, stages }: Pick<CrmState, 'reader' | 'view' | 'stages'>,
  ids?: readonly string[],
): string {
  const project = { id: { $eq: reader.projectId } }
  const filters = ids ? { project, id: { $in: ids } } : filtersOf(reader, view, stages.data ?? [], null)
  return `/api/people.csv?${queryString({ filters, sort: sortQuery(view.sort) })}`
}
