import { bigint, boolean, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { dated } from '#platform/server/database/columns.ts'

export const keyword = pgTable(
  'keyword',
  {
    projectId: uuid('project_id').notNull(),
    id: uuid('id').notNull(),
    kind: text('kind', { enum: ['brand', 'competitor', 'problem'] }).notNull(),
    query: text('query').notNull(),
    status: text('status', { enum: ['active', 'paused'] }).notNull(),
    pausedBy: text('paused_by', { enum: ['user', 'quota'] }),
    subredditsIn: text('subreddits_in').array().notNull().default([]),
    subredditsOut: text('subreddits_out').array().notNull().default([]),
    language: text('language'),
    minScore: integer('min_score'),
    ...dated,
  },
  (t) => [primaryKey({ columns: [t.projectId, t.id] })],
)

export const competitor = pgTable(
  'competitor',
  {
    projectId: uuid('project_id').notNull(),
    id: uuid('id').notNull(),
    name: text('name').notNull(),
    website: text('website'),
    status: text('status', { enum: ['active', 'paused', 'retired'] }).notNull(),
    pausedBy: text('paused_by', { enum: ['user', 'quota'] }),
    aliases: text('aliases').array().notNull().default([]),
    domains: text('domains').array().notNull().default([]),
    subreddit: text('subreddit'),
    excludeWords: text('exclude_words').array().notNull().default([]),
    ...dated,
  },
  (t) => [primaryKey({ columns: [t.projectId, t.id] })],
)

export const phraseVersion = pgTable('phrase_version', {
  single: boolean('single').primaryKey().default(true),
  version: bigint('version', { mode: 'number' }).notNull().default(1),
})
