import { bigint, date, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { instant, realm } from '#platform/server/database/columns.ts'
import { storedKinds } from './facts.ts'

/** How many leads, mentions, or decisions a project has on a day, or in a community's month, with a value of a dimension. */
export const insightDay = pgTable(
  'insight_day',
  {
    projectId: uuid('project_id').notNull(),
    realm: realm(),
    metric: text('metric', { enum: storedKinds }).notNull(),
    scope: text('scope', { enum: ['all', 'community', 'month'] }).notNull(),
    dimension: text('dimension').notNull(),
    /** Of the scope `month`: its first day. */
    day: date('day').notNull(),
    /** In lower case; empty for all. */
    community: text('community').notNull(),
    value: text('value').notNull(),
    count: integer('count').notNull(),
  },
  (t) => [primaryKey({ columns: [t.projectId, t.realm, t.metric, t.scope, t.dimension, t.day, t.community, t.value] })],
)

/** A day to count again. Triggers add the rows. */
export const insightChange = pgTable(
  'insight_change',
  {
    projectId: uuid('project_id').notNull(),
    id: bigint('id', { mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    metric: text('metric', { enum: storedKinds }).notNull(),
    /** Null: all days. */
    hour: instant('hour'),
    notedAt: instant('noted_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.projectId, t.id] })],
)
