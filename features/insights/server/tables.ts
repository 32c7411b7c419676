import { date, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { dated, head, instant } from '#platform/server/database/columns.ts'
import type { ReportDefinition } from '../contract.ts'
import type { Boards } from '../contract-boards.ts'

const createdBy = uuid('created_by')

export const report = pgTable(
  'report',
  {
    ...head,
    name: text('name').notNull(),
    definition: jsonb('definition').$type<ReportDefinition>().notNull(),
    schedule: text('schedule', { enum: ['daily', 'weekly', 'monthly'] }),
    /** The day, in the project's time zone, on whose morning it is sent next. */
    nextOn: date('next_on', { mode: 'string' }),
    lastSentAt: instant('last_sent_at'),
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

/** Whom a key in a mail removes from which report. */
export const reportUnsubscribe = pgTable('report_unsubscribe', {
  tokenDigest: text('token_digest').primaryKey(),
  projectId: head.projectId,
  reportId: uuid('report_id').notNull(),
  userId: uuid('user_id').notNull(),
})

/** The boards of a project that has changed them. */
export const insightBoard = pgTable('insight_board', {
  projectId: uuid('project_id').primaryKey(),
  version: integer('version').notNull(),
  /** Null for the ready-made ones. */
  published: jsonb('published').$type<Boards>(),
  publishedAt: instant('published_at'),
  publishedBy: uuid('published_by'),
  working: jsonb('working').$type<Boards>(),
  workingAt: instant('working_at'),
  workingBy: uuid('working_by'),
})

export const insightAnnotation = pgTable(
  'insight_annotation',
  { ...head, day: text('day').notNull(), text: text('text').notNull(), createdBy, ...dated },
  (t) => [primaryKey({ columns: [t.projectId, t.id] })],
)

export const insightShare = pgTable(
  'insight_share',
  {
    ...head,
    name: text('name').notNull(),
    digest: text('digest').notNull(),
    /** What it shows: a board by its ID, or a report. */
    board: uuid('board'),
    reportId: uuid('report_id'),
    days: integer('days').notNull(),
    expiresAt: instant('expires_at').notNull(),
    openedAt: instant('opened_at'),
    createdBy,
    ...dated,
  },
  (t) => [primaryKey({ columns: [t.projectId, t.id] })],
)
