import { z } from 'zod'
import { type Endpoint, envelope, many, nothing, one, relation } from '../endpoint.ts'
import { SavedFilters, SavedSearch } from '../entities/saved-search.ts'
import { text } from '../texts.ts'
import { query } from './names.ts'

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

export const savedSearchesEndpoints = {
  savedSearchesFind: {
    method: 'GET',
    path: '/saved-searches',
    access: 'signedIn',
    find: 'savedSearches',
    answer: many(SavedSearch),
  },
  savedSearchesFindOne: {
    method: 'GET',
    path: '/saved-searches/:id',
    access: 'signedIn',
    find: 'savedSearches',
    answer: one(SavedSearch),
  },
  savedSearchesCreate: {
    method: 'POST',
    path: '/saved-searches',
    access: 'signedIn',
    right: 'changeListening',
    body: envelope(SavedSearchCreate),
    answer: one(SavedSearch),
    status: 201,
  },
  savedSearchesUpdate: {
    method: 'PUT',
    path: '/saved-searches/:id',
    access: 'signedIn',
    right: 'changeListening',
    body: envelope(SavedSearchUpdate),
    answer: one(SavedSearch),
  },
  savedSearchesDelete: {
    method: 'DELETE',
    path: '/saved-searches/:id',
    access: 'signedIn',
    right: 'changeListening',
    answer: nothing,
    status: 204,
  },
} as const satisfies Record<string, Endpoint>
