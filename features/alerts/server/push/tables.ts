import { boolean, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { head, instant } from '#platform/server/database/columns.ts'

/** The key pair by which push services recognize this server (VAPID). One row. */
export const pushKey = pgTable('push_key', {
  id: boolean('id').primaryKey().default(true),
  publicKey: text('public_key').notNull(),
  privateSealed: text('private_sealed').notNull(),
  createdAt: instant('created_at').notNull(),
})

/** Browsers in which a user turned on notifications. Each belongs to a session and ends with it. */
export const pushSubscription = pgTable('push_subscription', {
  id: uuid('id').primaryKey(),
  userId: uuid('user_id').notNull(),
  sessionId: uuid('session_id').notNull(),
  endpointDigest: text('endpoint_digest').notNull(),
  /** The endpoint and the browser's keys, as JSON. */
  subscriptionSealed: text('subscription_sealed').notNull(),
  /** The host of the endpoint. */
  host: text('host').notNull(),
  createdAt: instant('created_at').notNull(),
})

/** The browsers that have received a message. */
export const deliveryBrowser = pgTable(
  'delivery_browser',
  {
    projectId: head.projectId,
    deliveryId: uuid('delivery_id').notNull(),
    subscriptionId: uuid('subscription_id').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.projectId, t.deliveryId, t.subscriptionId] })],
)
