import { z } from 'zod'
import { postKinds } from '#engine/item.ts'
import { opportunityStates } from '#features/leads/contract.ts'
import { Project, projectsResource } from '#features/projects/contract.ts'
import { query } from '#platform/contract/communities.ts'
import { relation } from '#platform/contract/endpoint.ts'
import { resource, users } from '#platform/contract/resource.ts'
import { Person, row } from '#platform/contract/row.ts'
import { text } from '#platform/contract/texts.ts'

/** The filters of a search besides its query. */
export const SavedFilters = z.strictObject({
  subreddits: z
    .array(z.string().regex(/^\w{2,50}$/))
    .max(50)
    .optional(),
  kinds: z.array(z.enum(postKinds)).max(2).optional(),
  states: z.array(z.enum(opportunityStates)).max(3).optional(),
  saved: z.boolean().optional(),
  scoreLeast: z.number().min(0).max(100).optional(),
  /** Posted within this many days. */
  days: z.number().int().min(1).max(3650).optional(),
})
export type SavedFilters = z.infer<typeof SavedFilters>

/** A search saved with a name (docs/decisions/0021). */
const SavedSearch = z.object({
  ...row,
  name: z.string(),
  query: z.string(),
  filters: SavedFilters,
  project: Project.optional(),
  createdBy: Person.nullable().optional(),
})

const name = text(100)

const SavedSearchCreate = z.strictObject({
  project: relation,
  name,
  query,
  filters: SavedFilters.default({}),
})

const SavedSearchUpdate = z.strictObject({
  name: name.optional(),
  query: query.optional(),
  filters: SavedFilters.optional(),
})

export const savedSearchesContract = resource('savedSearches', {
  entity: SavedSearch,
  create: SavedSearchCreate,
  update: SavedSearchUpdate,
  rights: { write: 'changeWatchlist' },
  filters: { createdBy: 'relation', name: 'text', query: 'text' },
  sort: ['name'],
  relations: { project: projectsResource, createdBy: users },
})
