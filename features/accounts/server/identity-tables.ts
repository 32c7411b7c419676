import { integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { dated, instant } from '#platform/server/database/columns.ts'

export const mail = pgTable('mail', {
  id: uuid('id').primaryKey(),
  userId: uuid('user_id'),
  recipient: text('recipient').notNull(),
  subject: text('subject').notNull(),
  bodyText: text('body_text').notNull(),
  bodyHtml: text('body_html').notNull(),
  state: text('state', { enum: ['queued', 'sending', 'sent', 'failed'] }).notNull(),
  tries: integer('tries').notNull().default(0),
  nextTryAt: instant('next_try_at'),
  usefulUntil: instant('useful_until'),
  fault: text('fault'),
  finishedAt: instant('finished_at'),
  namesProject: uuid('names_project'),
  namesUser: uuid('names_user'),
  capturedEmailId: uuid('captured_email_id'),
  unsubscribeUrl: text('unsubscribe_url'),
  ...dated,
})

export const userCode = pgTable(
  'user_code',
  {
    userId: uuid('user_id').notNull(),
    purpose: text('purpose', { enum: ['reset', 'confirmation', 'change'] }).notNull(),
    digest: text('digest').notNull(),
    email: text('email').notNull(),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.purpose] })],
)

export const apiToken = pgTable(
  'api_token',
  {
    projectId: uuid('project_id').notNull(),
    id: uuid('id').notNull(),
    createdBy: uuid('created_by').notNull(),
    name: text('name').notNull(),
    scope: text('scope', { enum: ['read', 'write'] }).notNull(),
    digest: text('digest').notNull(),
    ending: text('ending').notNull(),
    lastUsedAt: instant('last_used_at'),
    ...dated,
  },
  (t) => [primaryKey({ columns: [t.projectId, t.id] })],
)
