import { boolean, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { DeliveryState } from '../../contract/delivery.ts'
import { dated, head, instant } from '../database/columns.ts'

/** The outbox: one message to one destination (docs/decisions/0102). */
export const delivery = pgTable(
  'delivery',
  {
    ...head,
    /** Null for a test of a destination. */
    ruleId: uuid('rule_id'),
    channel: text('channel', { enum: ['mail', 'push', 'webhook', 'slack', 'discord', 'telegram'] }).notNull(),
    /** The member or the destination it goes to. */
    userId: uuid('user_id'),
    destinationId: uuid('destination_id'),
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
    /** The alerts in it, counted when it was written or refused. */
    finds: integer('finds').notNull().default(0),
    /** Attempts to send it since it was queued or replayed; 0 for mails. */
    tries: integer('tries').notNull().default(0),
    finishedAt: instant('finished_at'),
    ...dated,
  },
  (t) => [primaryKey({ columns: [t.projectId, t.id] })],
)
