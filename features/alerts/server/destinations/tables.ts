import { integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { dated, head, instant } from '#platform/server/database/columns.ts'
import type { Destination } from '../../contract-deliveries.ts'

/** Where messages of a project go that aren't for a member. */
export const destination = pgTable(
  'destination',
  {
    ...head,
    channel: text('channel').$type<Destination['channel']>().notNull(),
    name: text('name').notNull(),
    status: text('status').$type<Destination['status']>().notNull(),
    /** The host of the address, which itself may hold a token. */
    host: text('host').notNull(),
    addressSealed: text('address_sealed').notNull(),
    /** Null for chat apps. */
    secretSealed: text('secret_sealed'),
    formerSecretSealed: text('former_secret_sealed'),
    rotationEndsAt: instant('rotation_ends_at'),
    /** The first failed attempt since the last one that succeeded. */
    failingSince: instant('failing_since'),
    disabledReason: text('disabled_reason'),
    createdBy: uuid('created_by'),
    ...dated,
  },
  (t) => [primaryKey({ columns: [t.projectId, t.id] })],
)

export const alertRuleDestination = pgTable(
  'alert_rule_destination',
  {
    projectId: head.projectId,
    ruleId: uuid('rule_id').notNull(),
    destinationId: uuid('destination_id').notNull(),
  },
  (t) => [primaryKey({ columns: [t.projectId, t.ruleId, t.destinationId] })],
)

/** One request to a destination, with its outcome. */
export const deliveryAttempt = pgTable(
  'delivery_attempt',
  {
    ...head,
    deliveryId: uuid('delivery_id').notNull(),
    startedAt: instant('started_at').notNull(),
    ms: integer('ms').notNull(),
    status: integer('status'),
    reason: text('reason'),
    response: text('response').notNull(),
  },
  (t) => [primaryKey({ columns: [t.projectId, t.id] })],
)
