import { bigint, integer, pgTable, primaryKey, real, text, uuid } from 'drizzle-orm/pg-core'
import { bytes, instant } from '#platform/server/database/columns.ts'

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
