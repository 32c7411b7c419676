import { sql } from 'drizzle-orm'
import { peopleViewText } from '#engine/crm/people-view.ts'
import { hasRight } from '#engine/rules/access.ts'
import { viewText } from '#engine/rules/lead-view.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import type { AnyReading } from '#platform/server/database/rows/find.ts'
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

/** Returns the reading of the views of the lists that the caller can open: clients have no CRM. */
export function readableViews({ actor }: Ctx): AnyReading {
  const { rows } = savedViews
  const memberships = actor.kind === 'user' ? actor.memberships : []
  const closed = memberships.filter(({ role }) => !hasRight(role, 'readOutreach'))
  if (closed.length === 0) return rows
  const ids = `{${closed.map(({ projectId }) => projectId).join(',')}}`
  return { ...rows, seen: sql`(${savedView.kind} = 'leads' or ${savedView.projectId} <> all(${ids}::uuid[]))` }
}

/** Returns the query of a view in its usual form. Throws ValidationError if the list has no such view. */
export function usualParams(kind: SavedView['kind'], params: string): string {
  const usual = kind === 'leads' ? viewText(params) : peopleViewText(params)
  if (usual !== null) return usual
  const example = kind === 'leads' ? 'tab=saved&sort=newest' : 'view=overdue&look=table'
  throw faultOfField('params', `params must be the query of a view, such as ${example}`)
}
