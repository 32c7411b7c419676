import { z } from 'zod'
import { opportunityStates, Person, Project, postKinds } from '../entities.ts'
import { row } from './row.ts'

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
