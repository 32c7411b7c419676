import { bigint, customType, integer, pgTable, primaryKey, real, text, timestamp, uuid } from 'drizzle-orm/pg-core'

/** The tables of comparing by meaning as queries see them; a neighbour of db/schema. */
const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })
const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

export const embeddingScale = pgTable('embedding_scale', {
  model: text('model').primaryKey(),
  apart: real('apart').notNull(),
  together: real('together').notNull(),
  createdAt: instant('created_at').notNull(),
})

export const projectVector = pgTable('project_vector', {
  projectId: uuid('project_id').primaryKey(),
  model: text('model').notNull(),
  projectVersion: integer('project_version').notNull(),
  digest: text('digest').notNull(),
  vector: bytes('vector').notNull(),
  updatedAt: instant('updated_at').notNull(),
})

export const postVector = pgTable('post_vector', {
  postId: uuid('post_id').primaryKey(),
  model: text('model').notNull(),
  vector: bytes('vector').notNull(),
  createdAt: instant('created_at').notNull(),
})

export const similarityDue = pgTable(
  'similarity_due',
  {
    projectId: uuid('project_id').notNull(),
    id: bigint('id', { mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    postId: uuid('post_id').notNull(),
  },
  (t) => [primaryKey({ columns: [t.projectId, t.id] })],
)
