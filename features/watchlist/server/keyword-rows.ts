import { integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { keyword } from './tables.ts'

const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' }).notNull()

/**
 * Keywords as the API shows them, the names of competitors among them: a view, so it is read and never written. Its
 * columns are those of keyword, and under which name a hit is of it; null where hits do not tell that name apart.
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
