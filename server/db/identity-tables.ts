import { integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

/** The tables of accounts and of mail as queries see them; a neighbour of db/schema. */
const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })
const dated = { createdAt: instant('created_at').notNull(), updatedAt: instant('updated_at').notNull() }

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
  ...dated,
})
