import { bigint, boolean, integer, jsonb, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { dated, head, instant, realm } from '#platform/server/database/columns.ts'
import { commentStates, receiptKinds, type SeoThread, seoSources } from '../contract.ts'

export const seoUpdate = pgTable('seo_update', {
  projectId: uuid('project_id').primaryKey(),
  realm: realm(),
  timeZone: text('time_zone').notNull(),
  source: text('source', { enum: seoSources }),
  startedAt: instant('started_at'),
  finishedAt: instant('finished_at'),
  nextAt: instant('next_at').notNull(),
  isFirst: boolean('is_first').notNull().default(true),
})

export const seoQuestion = pgTable(
  'seo_question',
  {
    ...head,
    realm: realm(),
    kind: text('kind', { enum: receiptKinds }).notNull(),
    text: text('text').notNull(),
    engine: text('engine').notNull(),
    updateAt: instant('update_at').notNull(),
    dueAt: instant('due_at'),
    attempts: smallint('attempts').notNull().default(0),
    askedAt: instant('asked_at'),
    fault: text('fault'),
  },
  (t) => [primaryKey({ columns: [t.projectId, t.id] })],
)

export const seoThread = pgTable(
  'seo_thread',
  {
    ...head,
    realm: realm(),
    outsideId: bigint('outside_id', { mode: 'bigint' }).notNull(),
    subreddit: text('subreddit').notNull(),
    permalink: text('permalink').notNull(),
    title: text('title').notNull(),
    comments: text('comments', { enum: commentStates }),
    lastAnswerAt: instant('last_answer_at'),
    named: jsonb('named').$type<NonNullable<SeoThread['named']>['names']>(),
    namedIn: text('named_in', { enum: ['thread', 'post'] }),
    factsAt: instant('facts_at'),
    checkedAt: instant('checked_at').notNull(),
    forgottenAt: instant('forgotten_at'),
    ...dated,
  },
  (t) => [primaryKey({ columns: [t.projectId, t.id] })],
)

export const seoReceipt = pgTable(
  'seo_receipt',
  {
    ...head,
    threadId: uuid('thread_id').notNull(),
    questionId: uuid('question_id').notNull(),
    realm: realm(),
    position: integer('position'),
    url: text('url').notNull(),
    title: text('title').notNull(),
    createdAt: dated.createdAt,
  },
  (t) => [primaryKey({ columns: [t.projectId, t.id] })],
)
