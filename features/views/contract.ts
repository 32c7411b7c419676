import { z } from 'zod'
import { viewText } from '#engine/rules/lead-view.ts'
import { Project, projectsResource } from '#features/projects/contract.ts'
import { relation } from '#platform/contract/endpoint.ts'
import { resource, users } from '#platform/contract/resource.ts'
import { Person, row } from '#platform/contract/row.ts'
import { sound, text } from '#platform/contract/texts.ts'

/** A view of the list of leads, saved with a name (docs/decisions/0089). */
export const SavedView = z.object({
  ...row,
  name: z.string(),
  /** What the list shows, as the query of its address: `tab=saved&sort=newest`. */
  params: z.string(),
  project: Project.optional(),
  createdBy: Person.nullable().optional(),
})
export type SavedView = z.infer<typeof SavedView>

/** The app's forms have the same limit. */
const name = text(60)
const params = sound
  .max(4000)
  .transform(viewText)
  .pipe(z.string('params must be the query of a view, such as tab=saved&sort=newest'))

export const SavedViewCreate = z.strictObject({ project: relation, name, params })
const SavedViewUpdate = z.strictObject({ name: name.optional(), params: params.optional() })

export const savedViewsContract = resource('savedViews', {
  entity: SavedView,
  create: SavedViewCreate,
  update: SavedViewUpdate,
  rights: { read: 'readLeads', write: 'decide' },
  filters: { createdBy: 'relation', name: 'text' },
  sort: ['name'],
  relations: { project: projectsResource, createdBy: users },
})
