import { pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { dated, head } from '#platform/server/database/columns.ts'

export const savedView = pgTable(
  'saved_view',
  {
    ...head,
    kind: text('kind', { enum: ['leads', 'people'] }).notNull(),
    name: text('name').notNull(),
    params: text('params').notNull(),
    createdBy: uuid('created_by'),
    ...dated,
  },
  (t) => [primaryKey({ columns: [t.projectId, t.id] })],
)
