import { pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

/** The tables of addresses that were left for the guide; a neighbour of db/schema. */
const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })

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
