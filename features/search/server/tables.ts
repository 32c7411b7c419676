import { jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { dated, head } from '#platform/server/database/columns.ts'
import type { SavedFilters } from '../contract.ts'

const createdBy = uuid('created_by')

export const savedSearch = pgTable(
  'saved_search',
  {
    ...head,
    name: text('name').notNull(),
    query: text('query').notNull(),
    filters: jsonb('filters').$type<SavedFilters>().notNull(),
    createdBy,
    ...dated,
  },
  (t) => [primaryKey({ columns: [t.projectId, t.id] })],
)
