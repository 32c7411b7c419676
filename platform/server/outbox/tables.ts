import { boolean, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { DeliveryState } from '../../contract/delivery.ts'
import { dated, head, instant } from '../database/columns.ts'

/** The outbox: one message to one destination (docs/decisions/0102). */
export const delivery = pgTable(
  'delivery',
  {
    ...head,
    ruleId: uuid('rule_id').notNull(),
    channel: text('channel', { enum: ['mail', 'slack', 'discord', 'telegram', 'webhook'] }).notNull(),
    /** The member it goes to. */
    userId: uuid('user_id').notNull(),
    /** It shows what a rule's messages look like, and contains no alert. */
    sample: boolean('sample').notNull().default(false),
    state: text('state').$type<DeliveryState>().notNull(),
    /** Why it is deferred or refused. */
    reason: text('reason'),
    /** Whether further alerts join it. */
    collecting: boolean('collecting').notNull(),
    /** The end of a digest's window; null: it has none. */
    windowAt: instant('window_at'),
    dueAt: instant('due_at'),
    /** What it told, counted when it was written. */
    finds: integer('finds').notNull().default(0),
    finishedAt: instant('finished_at'),
    ...dated,
  },
  (t) => [primaryKey({ columns: [t.projectId, t.id] })],
)
