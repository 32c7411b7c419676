import { z } from 'zod'
import { postKinds } from '#engine/item.ts'
import { opportunityStates } from '#features/leads/contract.ts'
import { Project, projectsResource } from '#features/projects/contract.ts'
import { query } from '#platform/contract/communities.ts'
import { type Endpoint, envelope, many, nothing, one, relation } from '#platform/contract/endpoint.ts'
import { dated, identity, type Resource, users } from '#platform/contract/resource.ts'
import { Person, row } from '#platform/contract/row.ts'
import { text } from '#platform/contract/texts.ts'

/** What a search is narrowed by besides its query. */
export const SavedFilters = z.strictObject({
  subreddits: z
    .array(z.string().regex(/^\w{2,50}$/))
    .max(50)
    .optional(),
  kinds: z.array(z.enum(postKinds)).max(2).optional(),
  states: z.array(z.enum(opportunityStates)).max(3).optional(),
  saved: z.boolean().optional(),
  scoreLeast: z.number().min(0).max(100).optional(),
  /** Posted within so many days. */
  days: z.number().int().min(1).max(3650).optional(),
})
export type SavedFilters = z.infer<typeof SavedFilters>

/** A search that is kept under a name (docs/decisions/0021-query-language.md). */
export const SavedSearch = z.object({
  ...row,
  name: z.string(),
  query: z.string(),
  filters: SavedFilters,
  project: Project.optional(),
  createdBy: Person.nullable().optional(),
})
export type SavedSearch = z.infer<typeof SavedSearch>

const name = text(100)

export const SavedSearchCreate = z.strictObject({
  project: relation,
  name,
  query,
  filters: SavedFilters.default({}),
})
export type SavedSearchCreate = z.input<typeof SavedSearchCreate>

export const SavedSearchUpdate = z.strictObject({
  name: name.optional(),
  query: query.optional(),
  filters: SavedFilters.optional(),
})
export type SavedSearchUpdate = z.input<typeof SavedSearchUpdate>

const savedSearchesResource: Resource = {
  name: 'savedSearches',
  entity: SavedSearch,
  filterable: { ...identity, project: 'relation', createdBy: 'relation', name: 'text', query: 'text' },
  sortable: [...dated, 'name'],
  relations: { project: projectsResource, createdBy: users },
  cursor: false,
}

export const savedSearchesEndpoints = {
  savedSearchesFind: {
    method: 'GET',
    path: '/saved-searches',
    access: 'signedIn',
    find: savedSearchesResource,
    answer: many(SavedSearch),
  },
  savedSearchesFindOne: {
    method: 'GET',
    path: '/saved-searches/:id',
    access: 'signedIn',
    find: savedSearchesResource,
    answer: one(SavedSearch),
  },
  savedSearchesCreate: {
    method: 'POST',
    path: '/saved-searches',
    access: 'signedIn',
    right: 'changeWatchlist',
    body: envelope(SavedSearchCreate),
    answer: one(SavedSearch),
    status: 201,
  },
  savedSearchesUpdate: {
    method: 'PUT',
    path: '/saved-searches/:id',
    access: 'signedIn',
    right: 'changeWatchlist',
    body: envelope(SavedSearchUpdate),
    answer: one(SavedSearch),
  },
  savedSearchesDelete: {
    method: 'DELETE',
    path: '/saved-searches/:id',
    access: 'signedIn',
    right: 'changeWatchlist',
    answer: nothing,
    status: 204,
  },
} as const satisfies Record<string, Endpoint>
