import type { z } from 'zod'
import { authorOf } from '#platform/server/author-of.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { createRow, deleteRow, updateRow } from '#platform/server/database/write-row.ts'
import type { SavedSearch, SavedSearchCreate, SavedSearchUpdate } from '../contract.ts'
import { requireQuery } from './require-query.ts'
import { savedSearches } from './saved-searches.ts'

const written = { noun: 'savedSearch', right: 'changeListening', rows: savedSearches } as const

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
