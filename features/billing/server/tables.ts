import { bigint, boolean, date, integer, jsonb, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { billingCycles, planKeys } from '#engine/subscription/plans.ts'
import { dated, head, instant } from '#platform/server/database/columns.ts'
import { cancelReasons, checkoutStates } from '../contract.ts'

/** The newest report of the payment provider about a row. A text, because a Date would lose the microseconds. */
const reported = {
  occurredAt: timestamp('occurred_at', { withTimezone: true, mode: 'string' }).notNull(),
  eventId: text('event_id').notNull(),
  /** When the object had changed last, for reports that aren't events. */
  changedAt: timestamp('changed_at', { withTimezone: true, mode: 'string' }).notNull(),
}

export const subscription = pgTable(
  'subscription',
  {
    ...head,
    userId: uuid('user_id'),
    /** Replaces the user after they are erased. */
    payer: text('payer'),
    providerId: text('provider_id').notNull(),
    status: text('status', { enum: ['active', 'canceled', 'paused', 'past_due'] }).notNull(),
    scheduledChangeAction: text('scheduled_change_action', { enum: ['pause', 'cancel'] }),
    scheduledChangeEffectiveAt: instant('scheduled_change_effective_at'),
    mainProductId: text('main_product_id').notNull(),
    mainProductName: text('main_product_name').notNull(),
    billingCycle: text('billing_cycle', { enum: ['monthly', 'yearly'] }),
    nextBilledAt: instant('next_billed_at'),
    checkoutId: uuid('checkout_id'),
    occurredAt: reported.occurredAt.default('-infinity'),
    eventId: reported.eventId.default(''),
    changedAt: reported.changedAt.default('-infinity'),
    ...dated,
  },
  (t) => [primaryKey({ columns: [t.projectId, t.id] })],
)

export const purchase = pgTable(
  'purchase',
  {
    ...head,
    userId: uuid('user_id'),
    /** Replaces the user after they are erased. */
    payer: text('payer'),
    providerId: text('provider_id').notNull(),
    checkoutId: uuid('checkout_id'),
    refundedAt: instant('refunded_at'),
    ...dated,
  },
  (t) => [primaryKey({ columns: [t.projectId, t.id] })],
)

export const accessGrant = pgTable('access_grant', {
  projectId: uuid('project_id').primaryKey(),
  grantedFrom: instant('granted_from').notNull(),
  grantedUntil: instant('granted_until').notNull(),
  reason: text('reason').notNull(),
  grantedBy: uuid('granted_by'),
  updatedAt: instant('updated_at').notNull(),
})

export const checkout = pgTable(
  'checkout',
  {
    ...head,
    userId: uuid('user_id'),
    plan: text('plan', { enum: planKeys }).notNull(),
    billingCycle: text('billing_cycle', { enum: billingCycles }).notNull(),
    state: text('state', { enum: checkoutStates }).notNull().default('open'),
    transactionId: text('transaction_id').notNull(),
    ...dated,
  },
  (t) => [primaryKey({ columns: [t.projectId, t.id] })],
)

export const payment = pgTable(
  'payment',
  {
    ...head,
    providerId: text('provider_id').notNull(),
    description: text('description').notNull(),
    number: text('number'),
    status: text('status').notNull(),
    total: bigint('total', { mode: 'number' }).notNull(),
    currency: text('currency').notNull(),
    ...reported,
    ...dated,
  },
  (t) => [primaryKey({ columns: [t.projectId, t.id] })],
)

export const paymentAdjustment = pgTable(
  'payment_adjustment',
  {
    ...head,
    paymentId: uuid('payment_id').notNull(),
    providerId: text('provider_id').notNull(),
    action: text('action').notNull(),
    status: text('status').notNull(),
    amount: bigint('amount', { mode: 'number' }).notNull(),
    ...reported,
    ...dated,
  },
  (t) => [primaryKey({ columns: [t.projectId, t.id] })],
)

export const cancellation = pgTable(
  'cancellation',
  {
    ...head,
    subscriptionId: uuid('subscription_id').notNull(),
    reason: text('reason', { enum: cancelReasons }).notNull(),
    comment: text('comment').notNull(),
    createdBy: uuid('created_by'),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.projectId, t.id] })],
)

/** The webhooks that were received. */
export const billingEvent = pgTable('billing_event', {
  id: text('id').primaryKey(),
  type: text('type').notNull(),
  outcome: text('outcome', { enum: ['applied', 'older', 'ignored', 'unknown', 'waiting'] }).notNull(),
  waitsFor: text('waits_for'),
  body: jsonb('body'),
  occurredAt: timestamp('occurred_at', { withTimezone: true, mode: 'string' }).notNull(),
  receivedAt: instant('received_at').notNull(),
})

export const billingSync = pgTable('billing_sync', {
  single: boolean('single').primaryKey().default(true),
  syncedUntil: instant('synced_until').notNull(),
})

export const creditPeriods = pgTable(
  'credit_period',
  {
    projectId: uuid('project_id').notNull(),
    startsAt: instant('starts_at').notNull(),
    endsAt: instant('ends_at').notNull(),
    granted: integer('granted').notNull(),
    remaining: integer('remaining').notNull(),
  },
  (t) => [primaryKey({ columns: [t.projectId, t.startsAt] })],
)

export const creditEntry = pgTable(
  'credit_entry',
  {
    ...head,
    startsAt: instant('starts_at').notNull(),
    kind: text('kind', { enum: ['granted', 'spent', 'returned', 'expired'] }).notNull(),
    amount: integer('amount').notNull(),
    remaining: integer('remaining').notNull(),
    note: text('note').notNull(),
    returns: uuid('returns'),
    /** The lead whose post prompts were tested on. */
    opportunityId: uuid('opportunity_id'),
    createdBy: uuid('created_by'),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.projectId, t.id] })],
)

export const messageCount = pgTable(
  'message_count',
  {
    projectId: uuid('project_id').notNull(),
    day: date('day').notNull(),
    sent: integer('sent').notNull(),
  },
  (t) => [primaryKey({ columns: [t.projectId, t.day] })],
)
