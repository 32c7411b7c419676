import { bigint, boolean, jsonb, pgTable, primaryKey, real, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { dated, head, instant } from '#platform/server/database/columns.ts'
import type { AlertRule } from '../contract.ts'

/** What an alert says about an event, with words of the project's own members only. */
export interface AlertEvent {
  subject: string
  text: string
  /** The page that shows it; without it, that of the rule's kind. */
  path?: string
  /** Who changed their stage, and how, for programs. `value` is in the smallest unit of `currency`. */
  person?: {
    id: string
    handle: string
    from: string
    to: string
    value: number | null
    currency: string | null
    by: string | null
    at: string
  }
}

const createdBy = uuid('created_by')

export const alertRule = pgTable(
  'alert_rule',
  {
    ...head,
    name: text('name').notNull(),
    kind: text('kind').$type<AlertRule['kind']>().notNull(),
    query: text('query').notNull(),
    threshold: real('threshold').notNull(),
    label: smallint('label').notNull(),
    fresh: boolean('fresh').notNull(),
    restOnly: boolean('rest_only').notNull(),
    keywords: uuid('keywords').array().notNull(),
    rhythm: text('rhythm').$type<AlertRule['rhythm']>().notNull(),
    timeOfDay: text('time_of_day').notNull(),
    quietHours: jsonb('quiet_hours').$type<AlertRule['quietHours']>(),
    workingHours: jsonb('working_hours').$type<AlertRule['workingHours']>(),
    snoozedUntil: instant('snoozed_until'),
    channel: text('channel').$type<AlertRule['channel']>().notNull(),
    status: text('status').$type<AlertRule['status']>().notNull(),
    createdBy,
    ...dated,
  },
  (t) => [primaryKey({ columns: [t.projectId, t.id] })],
)

export const alertRecipient = pgTable(
  'alert_recipient',
  {
    projectId: head.projectId,
    ruleId: uuid('rule_id').notNull(),
    userId: uuid('user_id').notNull(),
  },
  (t) => [primaryKey({ columns: [t.projectId, t.ruleId, t.userId] })],
)

/** Finds that became visible and haven't been compared with the rules yet; triggers add them. */
export const alertDue = pgTable(
  'alert_due',
  {
    projectId: head.projectId,
    id: bigint('id', { mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    kind: text('kind', { enum: ['lead', 'mention'] }).notNull(),
    postId: uuid('post_id').notNull(),
    createdAt: dated.createdAt,
  },
  (t) => [primaryKey({ columns: [t.projectId, t.id] })],
)

/** What a rule matched, once. */
export const alert = pgTable(
  'alert',
  {
    ...head,
    ruleId: uuid('rule_id').notNull(),
    /** A post's ID, or the name of an event. */
    item: text('item').notNull(),
    postId: uuid('post_id'),
    /** The facts of an event; null for others, whose texts are read when a message is written. */
    details: jsonb('details').$type<AlertEvent>(),
    /** The only member whom it tells, and about what; null if it tells all recipients. */
    userId: uuid('user_id'),
    reminderId: uuid('reminder_id'),
    noteId: uuid('note_id'),
    taskId: uuid('task_id'),
    createdAt: dated.createdAt,
  },
  (t) => [primaryKey({ columns: [t.projectId, t.id] })],
)

export const deliveryAlert = pgTable(
  'delivery_alert',
  {
    projectId: head.projectId,
    deliveryId: uuid('delivery_id').notNull(),
    alertId: uuid('alert_id').notNull(),
  },
  (t) => [primaryKey({ columns: [t.projectId, t.deliveryId, t.alertId] })],
)

export const alertUnsubscribe = pgTable('alert_unsubscribe', {
  tokenDigest: text('token_digest').primaryKey(),
  projectId: head.projectId,
  ruleId: uuid('rule_id').notNull(),
  userId: uuid('user_id').notNull(),
})
