import { date, integer, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { instant } from '#platform/server/database/columns.ts'
import { feedbackKinds } from '../contract.ts'

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

const day = () => date('day', { mode: 'string' })

export const visitCount = pgTable(
  'visit_count',
  {
    day: day().notNull(),
    name: text('name').notNull(),
    path: text('path').notNull(),
    referrer: text('referrer').notNull(),
    count: integer('count').notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.name, table.path, table.referrer] })],
)

export const visitDay = pgTable('visit_day', { day: day().primaryKey(), visitors: integer('visitors').notNull() })
export const visitSalt = pgTable('visit_salt', { day: day().primaryKey(), salt: text('salt').notNull() })

export const visitor = pgTable('visitor', { day: day().notNull(), digest: text('digest').notNull() }, (table) => [
  primaryKey({ columns: [table.day, table.digest] }),
])

export const feedback = pgTable('feedback', {
  id: uuid('id').primaryKey(),
  userId: uuid('user_id').notNull(),
  kind: text('kind', { enum: feedbackKinds }).notNull(),
  text: text('text').notNull(),
  page: text('page'),
  createdAt: timestamp('created_at', { withTimezone: true, mode: 'date' }).notNull(),
})
