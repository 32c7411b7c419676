import { boolean, integer, jsonb, pgTable, primaryKey, real, text, uuid } from 'drizzle-orm/pg-core'
import type { AlertRule } from '#features/alerts/contract.ts'
import type { ReportDefinition } from '#features/insights/contract.ts'
import type { Mention } from '#features/mentions/contract.ts'
import type { Prompt } from '#features/replies/contract.ts'
import type { SavedFilters } from '#features/search/contract.ts'
import { dated, head, instant, realm } from '#platform/server/database/columns.ts'

const createdBy = uuid('created_by')

export const prompt = pgTable(
  'prompt',
  {
    ...head,
    kind: text('kind').$type<Prompt['kind']>().notNull(),
    subreddit: text('subreddit'),
    text: text('text').notNull(),
    version: integer('version').notNull(),
    active: boolean('active').notNull(),
    ...dated,
  },
  (t) => [primaryKey({ columns: [t.projectId, t.id] })],
)

export const promptVersion = pgTable(
  'prompt_version',
  {
    ...head,
    promptId: uuid('prompt_id').notNull(),
    version: integer('version').notNull(),
    text: text('text').notNull(),
    active: boolean('active').notNull(),
    createdBy,
    createdAt: dated.createdAt,
  },
  (t) => [primaryKey({ columns: [t.projectId, t.id] })],
)

export const mention = pgTable(
  'mention',
  {
    ...head,
    postId: uuid('post_id').notNull(),
    kind: text('kind').$type<Mention['kind']>().notNull(),
    phrase: text('phrase').notNull(),
    /** All that is named, and of which keywords and competitors that is, for lists to be filtered by. */
    named: jsonb('named').$type<Mention['named']>().notNull().default([]),
    keywordIds: uuid('keyword_ids').array().notNull().default([]),
    competitorIds: uuid('competitor_ids').array().notNull().default([]),
    sentence: text('sentence').notNull(),
    spans: jsonb('spans').$type<Mention['spans']>().notNull().default({ phrases: [], shown: [] }),
    sentiment: text('sentiment').$type<Mention['sentiment']>(),
    author: text('author'),
    subreddit: text('subreddit').notNull().default(''),
    forgottenAt: instant('forgotten_at'),
    postedAt: instant('posted_at'),
    handled: boolean('handled').notNull().default(false),
    handledBy: uuid('handled_by'),
    handledAt: instant('handled_at'),
    realm: realm(),
    /** Null: held. */
    releasedAt: instant('released_at'),
    ...dated,
  },
  (t) => [primaryKey({ columns: [t.projectId, t.id] })],
)

export const note = pgTable(
  'note',
  {
    ...head,
    opportunityId: uuid('opportunity_id'),
    personId: uuid('person_id'),
    text: text('text').notNull(),
    createdBy,
    ...dated,
  },
  (t) => [primaryKey({ columns: [t.projectId, t.id] })],
)

export const claim = pgTable(
  'claim',
  {
    projectId: head.projectId,
    opportunityId: uuid('opportunity_id').notNull(),
    userId: uuid('user_id').notNull(),
    createdAt: dated.createdAt,
  },
  (t) => [primaryKey({ columns: [t.projectId, t.opportunityId] })],
)

export const reminder = pgTable(
  'reminder',
  {
    ...head,
    opportunityId: uuid('opportunity_id').notNull(),
    text: text('text').notNull().default(''),
    dueAt: instant('due_at').notNull(),
    done: boolean('done').notNull().default(false),
    createdBy,
    ...dated,
  },
  (t) => [primaryKey({ columns: [t.projectId, t.id] })],
)

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
