import { bigint, boolean, integer, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core'
import type { Urgency } from '#engine/reddit/rechecks.ts'
import type { Realm } from '#engine/sources.ts'
import { dated, instant, marks, realm } from '#platform/server/database/columns.ts'

export const post = pgTable('post', {
  id: uuid('id').primaryKey(),
  source: smallint('source').notNull(),
  kind: text('kind', { enum: ['post', 'comment'] }).notNull(),
  outsideId: bigint('outside_id', { mode: 'bigint' }).notNull(),
  outsideName: text('outside_name'),
  subreddit: text('subreddit').notNull(),
  author: text('author'),
  title: text('title').notNull(),
  body: text('body').notNull(),
  bodyTruncated: boolean('body_truncated').notNull(),
  url: text('url'),
  permalink: text('permalink').notNull(),
  flair: text('flair'),
  score: integer('score'),
  numComments: integer('num_comments'),
  postedAt: instant('posted_at'),
  projectId: uuid('project_id'),
  importId: uuid('import_id'),
  realm: realm(),
  ...dated,
})

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
