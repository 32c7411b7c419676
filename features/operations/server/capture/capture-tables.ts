import { pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '#platform/server/database/columns.ts'

export const captureMailbox = pgTable('capture_mailbox', {
  digest: text('digest').primaryKey(),
  tokenDigest: text('token_digest').notNull(),
  createdAt: instant('created_at').notNull(),
})

export const capturedEmail = pgTable('captured_email', {
  id: uuid('id').primaryKey(),
  mailbox: text('mailbox').notNull(),
  email: text('email').notNull(),
  source: text('source').notNull(),
  origin: text('origin').notNull(),
  createdAt: instant('created_at').notNull(),
})
