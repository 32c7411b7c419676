import { jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { dated, head } from '#platform/server/database/columns.ts'
import type { ReportDefinition } from '../contract.ts'

const createdBy = uuid('created_by')

export const report = pgTable(
  'report',
  {
    ...head,
    name: text('name').notNull(),
    definition: jsonb('definition').$type<ReportDefinition>().notNull(),
    schedule: text('schedule', { enum: ['daily', 'weekly', 'monthly'] }),
    createdBy,
    ...dated,
  },
  (t) => [primaryKey({ columns: [t.projectId, t.id] })],
)

export const reportRecipient = pgTable(
  'report_recipient',
  {
    projectId: head.projectId,
    reportId: uuid('report_id').notNull(),
    userId: uuid('user_id').notNull(),
  },
  (t) => [primaryKey({ columns: [t.projectId, t.reportId, t.userId] })],
)
