import { rowsOf, toOne } from '#platform/server/database/find.ts'
import type { Writing } from '#platform/server/database/own-row.ts'
import { rowHead } from '#platform/server/database/row-head.ts'
import type { SavedSearch } from '../contract.ts'
import { savedSearch } from './tables.ts'

export type SavedSearchRow = typeof savedSearch.$inferSelect

export const savedSearches: Writing<SavedSearchRow, SavedSearch> = {
  table: savedSearch,
  columns: {
    id: savedSearch.id,
    documentId: savedSearch.id,
    createdAt: savedSearch.createdAt,
    updatedAt: savedSearch.updatedAt,
    project: savedSearch.projectId,
    createdBy: savedSearch.createdBy,
    name: savedSearch.name,
    query: savedSearch.query,
  },
  project: savedSearch.projectId,
  unique: { index: 'saved_search_name', field: 'name', taken: 'There is a saved search of this name already' },
  links: {
    project: toOne('projects', (row) => row.projectId),
    createdBy: toOne('users', (row) => row.createdBy),
  },
  cursor: false,
  rows: rowsOf(savedSearch),
  present: async (_tx, rows) => rows.map(present),
}

function present(row: SavedSearchRow): SavedSearch {
  const { name, query, filters } = row
  return { ...rowHead(row), name, query, filters }
}
