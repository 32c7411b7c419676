import { pgTable, uuid } from 'drizzle-orm/pg-core'
import { bytes, instant } from '#platform/server/database/columns.ts'

export const projectFile = pgTable('project_file', {
  projectId: uuid('project_id').primaryKey(),
  userId: uuid('user_id'),
  bytes: bytes('bytes').notNull(),
  createdAt: instant('created_at').notNull(),
})
