import { integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { keyword } from './tables.ts'

const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' }).notNull()

/**
 * Keywords as shown by the API, including the names of competitors: a read-only view. It has the columns of `keyword`,
 * plus the kind and phrase of its hits; null if hits don't distinguish that name.
 */
export const keywordRow = pgTable('keyword_row', {
  projectId: uuid('project_id').notNull(),
  id: uuid('id').notNull(),
  kind: text('kind', { enum: keyword.kind.enumValues }).notNull(),
  query: text('query').notNull(),
  status: text('status', { enum: keyword.status.enumValues }).notNull(),
  pausedBy: text('paused_by', { enum: keyword.pausedBy.enumValues }),
  subredditsIn: text('subreddits_in').array().notNull(),
  subredditsOut: text('subreddits_out').array().notNull(),
  language: text('language'),
  minScore: integer('min_score'),
  hitKind: text('hit_kind', { enum: ['keyword', 'competitor'] }).notNull(),
  hitPhrase: text('hit_phrase'),
  createdAt: instant('created_at'),
  updatedAt: instant('updated_at'),
})
