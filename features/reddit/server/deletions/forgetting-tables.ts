import { bigint, integer, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core'
import type { Urgency } from '#engine/rechecks.ts'
import type { Realm } from '#platform/contract/sources.ts'
import { instant } from '#platform/server/database/columns.ts'

/** What quotes or names are known by (engine/forgotten-text). */
const marks = (name: string) => bigint(name, { mode: 'bigint' }).array()

export const postCheck = pgTable('post_check', {
  postId: uuid('post_id').primaryKey(),
  realm: text('realm').$type<Realm>().notNull(),
  seenBy: text('seen_by', { enum: ['api', 'feed', 'import'] }).notNull(),
  checkedAt: instant('checked_at'),
  checkedBy: text('checked_by', { enum: ['api', 'feed'] }),
  standing: text('standing', { enum: ['there', 'reduced', 'deleted', 'removed', 'absent', 'authorless'] })
    .notNull()
    .default('there'),
  urgency: smallint('urgency').$type<Urgency>().notNull().default(0),
  dueAt: instant('due_at'),
  absentAt: instant('absent_at'),
  quoteMarks: marks('quote_marks'),
  nameMarks: marks('name_marks'),
})

export const forgotten = pgTable(
  'forgotten',
  {
    source: smallint('source').notNull(),
    kind: text('kind', { enum: ['post', 'comment'] }).notNull(),
    outsideId: bigint('outside_id', { mode: 'bigint' }).notNull(),
    standing: text('standing', { enum: ['deleted', 'removed', 'absent', 'authorless'] }).notNull(),
    forgottenAt: instant('forgotten_at').notNull(),
    settledAt: instant('settled_at'),
    quoteMarks: marks('quote_marks'),
    nameMarks: marks('name_marks'),
  },
  (t) => [primaryKey({ columns: [t.source, t.kind, t.outsideId] })],
)

export const forgetting = pgTable(
  'forgetting',
  {
    projectId: uuid('project_id').notNull(),
    id: uuid('id').notNull(),
    opportunityId: uuid('opportunity_id'),
    mentionId: uuid('mention_id'),
    realm: text('realm').$type<Realm>().notNull().default('real'),
    standing: text('standing', { enum: ['reduced', 'deleted', 'removed', 'absent', 'authorless'] }).notNull(),
    lastSeenAt: instant('last_seen_at'),
    texts: integer('texts').notNull().default(0),
    people: integer('people').notNull().default(0),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.projectId, t.id] })],
)
