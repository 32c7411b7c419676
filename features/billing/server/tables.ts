import { pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { dated, instant } from '#platform/server/database/columns.ts'

export const subscription = pgTable(
  'subscription',
  {
    projectId: uuid('project_id').notNull(),
    id: uuid('id').notNull(),
    userId: uuid('user_id'),
    /** Replaces the user after they are erased. */
    payer: text('payer'),
    providerId: text('provider_id').notNull(),
    status: text('status', { enum: ['active', 'canceled', 'paused', 'past_due'] }).notNull(),
    scheduledChangeAction: text('scheduled_change_action', { enum: ['pause', 'cancel'] }),
    scheduledChangeEffectiveAt: instant('scheduled_change_effective_at'),
    mainProductId: text('main_product_id').notNull(),
    mainProductName: text('main_product_name').notNull(),
    ...dated,
  },
  (t) => [primaryKey({ columns: [t.projectId, t.id] })],
)

export const purchase = pgTable(
  'purchase',
  {
    projectId: uuid('project_id').notNull(),
    id: uuid('id').notNull(),
    userId: uuid('user_id'),
    /** Replaces the user after they are erased. */
    payer: text('payer'),
    providerId: text('provider_id').notNull(),
    ...dated,
  },
  (t) => [primaryKey({ columns: [t.projectId, t.id] })],
)
