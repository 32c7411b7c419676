import { boolean, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { dated, instant } from '../database/columns.ts'

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
  /** Its text stays for admins to read, since no mail server delivers it (docs/decisions/0109). */
  kept: boolean('kept').notNull().default(false),
  namesProject: uuid('names_project'),
  namesUser: uuid('names_user'),
  capturedEmailId: uuid('captured_email_id'),
  unsubscribeUrl: text('unsubscribe_url'),
  /** The delivery that takes over its outcome. */
  deliveryProject: uuid('delivery_project'),
  deliveryId: uuid('delivery_id'),
  ...dated,
})

/** Users whose address a mail server refused for good. Alerts skip them. */
export const mailSuppression = pgTable('mail_suppression', {
  userId: uuid('user_id').primaryKey(),
  /** The server's codes. */
  reason: text('reason').notNull(),
  createdAt: dated.createdAt,
})
