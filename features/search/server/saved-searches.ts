import type { z } from 'zod'
import { authorOf } from '#platform/server/author-of.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { rowsOf, toOne } from '#platform/server/database/find.ts'
import type { Writing } from '#platform/server/database/own-row.ts'
import { rowHead } from '#platform/server/database/row-head.ts'
import { createRow, deleteRow, updateRow } from '#platform/server/database/write-row.ts'
import type { SavedSearch, SavedSearchCreate, SavedSearchUpdate } from '../contract.ts'
import { requireQuery } from './require-query.ts'
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

const written = { noun: 'savedSearch', right: 'changeWatchlist', rows: savedSearches } as const

/** Keeps a search under a name, for all of the project. */
export async function createSavedSearch(ctx: Ctx, input: z.output<typeof SavedSearchCreate>): Promise<SavedSearch> {
  const { project: projectId, ...values } = input
  requireQuery(values.query)
  return createRow(ctx, written, { projectId, ...values, createdBy: authorOf(ctx) })
}

export async function updateSavedSearch(
  ctx: Ctx,
  { id, data }: { id: string; data: z.output<typeof SavedSearchUpdate> },
): Promise<SavedSearch> {
  requireQuery(data.query)
  return updateRow(ctx, written, id, async () => data)
}

export function deleteSavedSearch(ctx: Ctx, { id }: { id: string }): Promise<void> {
  return deleteRow(ctx, written, id)
}
