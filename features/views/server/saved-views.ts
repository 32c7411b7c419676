import { peopleViewText } from '#engine/crm/people-view.ts'
import { viewText } from '#engine/rules/lead-view.ts'
import { faultOfField } from '#platform/server/database/rows/own-row.ts'
import { serveResource } from '#platform/server/resource.ts'
import { type SavedView, savedViewsContract } from '../contract.ts'
import { savedView } from './tables.ts'

/** Saved views of lists, shared by all members of a project. */
export const savedViews = serveResource(savedViewsContract, {
  table: savedView,
  noun: 'savedView',
  unique: { index: 'saved_view_name', field: 'name', taken: 'A saved view with this name already exists' },
  begin: ({ kind, params }) => ({ params: usualParams(kind, params) }),
  change: ({ params, ...others }, { kind }) => ({
    ...others,
    ...(params !== undefined && { params: usualParams(kind, params) }),
  }),
})

/** Returns the query of a view in its usual form. Throws ValidationError if the list has no such view. */
export function usualParams(kind: SavedView['kind'], params: string): string {
  const usual = kind === 'leads' ? viewText(params) : peopleViewText(params)
  if (usual !== null) return usual
  const example = kind === 'leads' ? 'tab=saved&sort=newest' : 'view=overdue&look=table'
  throw faultOfField('params', `params must be the query of a view, such as ${example}`)
}
