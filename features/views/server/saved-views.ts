import { serveResource } from '#platform/server/resource.ts'
import { savedViewsContract } from '../contract.ts'
import { savedView } from './tables.ts'

/** Saved views of the list of leads, shared by all members of a project. */
export const savedViews = serveResource(savedViewsContract, {
  table: savedView,
  noun: 'savedView',
  unique: { index: 'saved_view_name', field: 'name', taken: 'A saved view with this name already exists' },
})
