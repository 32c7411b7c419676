import { boolean, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { dated, head } from '#platform/server/database/columns.ts'
import type { Prompt } from '../contract.ts'

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
