import { serveResource } from '#platform/server/resource.ts'
import { savedSearchesContract } from '../contract.ts'
import { requireQuery } from './require-query.ts'
import { savedSearch } from './tables.ts'

/** Saved searches, shared by all members of a project. */
export const savedSearches = serveResource(savedSearchesContract, {
  table: savedSearch,
  noun: 'savedSearch',
  unique: { index: 'saved_search_name', field: 'name', taken: 'A saved search with this name already exists' },
  check: ({ query }) => requireQuery(query),
})
