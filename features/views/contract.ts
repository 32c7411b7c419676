import { z } from 'zod'
import { Project, projectsResource } from '#features/projects/contract.ts'
import { relation } from '#platform/contract/endpoint.ts'
import { resource, users } from '#platform/contract/resource.ts'
import { Person, row } from '#platform/contract/row.ts'
import { sound, text } from '#platform/contract/texts.ts'

/** The lists that have saved views: the opportunities and the people of the CRM. */
const viewKinds = ['leads', 'people'] as const

/** A view of a list, saved with a name (docs/decisions/0089). */
export const SavedView = z.object({
  ...row,
  kind: z.enum(viewKinds),
  name: z.string(),
  /** What the list shows, as the query of its address: `tab=saved&sort=newest`. */
  params: z.string(),
  project: Project.optional(),
  createdBy: Person.nullable().optional(),
})
export type SavedView = z.infer<typeof SavedView>

/** The app's forms have the same limit. */
const name = text(60)
/** Checked by the rules of the view's list. */
const params = sound.max(4000)

export const SavedViewCreate = z.strictObject({
  project: relation,
  kind: z.enum(viewKinds).default('leads'),
  name,
  params,
})
const SavedViewUpdate = z.strictObject({ name: name.optional(), params: params.optional() })

export const savedViewsContract = resource('savedViews', {
  entity: SavedView,
  create: SavedViewCreate,
  update: SavedViewUpdate,
  rights: { read: 'readLeads', write: 'decide' },
  filters: { createdBy: 'relation', kind: 'text', name: 'text' },
  sort: ['name'],
  relations: { project: projectsResource, createdBy: users },
})
