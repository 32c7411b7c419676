import { jsonb, pgTable, primaryKey, real, text, uuid } from 'drizzle-orm/pg-core'
import { dated, head } from '#platform/server/database/columns.ts'
import type { AlertRule } from '../contract.ts'

const createdBy = uuid('created_by')

export const alertRule = pgTable(
  'alert_rule',
  {
    ...head,
    name: text('name').notNull(),
    query: text('query').notNull(),
    threshold: real('threshold').notNull(),
    channel: text('channel').$type<AlertRule['channel']>().notNull(),
    quietHours: jsonb('quiet_hours').$type<AlertRule['quietHours']>(),
    status: text('status').$type<AlertRule['status']>().notNull(),
    createdBy,
    ...dated,
  },
  (t) => [primaryKey({ columns: [t.projectId, t.id] })],
)
