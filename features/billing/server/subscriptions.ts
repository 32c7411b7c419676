import { type Reading, rowsOf, toOne } from '#platform/server/database/rows/find.ts'
import { rowHead } from '#platform/server/database/rows/row-head.ts'
import type { Purchase, Subscription } from '../contract.ts'
import { purchase, subscription } from './tables.ts'

type SubscriptionRow = typeof subscription.$inferSelect

export const subscriptions: Reading<SubscriptionRow, Subscription> = {
  table: subscription,
  columns: {
    id: subscription.id,
    documentId: subscription.id,
    createdAt: subscription.createdAt,
    updatedAt: subscription.updatedAt,
    project: subscription.projectId,
    user: subscription.userId,
    status: subscription.status,
    mainProductId: subscription.mainProductId,
    mainProductName: subscription.mainProductName,
  },
  project: subscription.projectId,
  links: {
    project: toOne('projects', (row) => row.projectId),
    user: toOne('users', (row) => row.userId),
  },
  cursor: false,
  rows: rowsOf(subscription),
  present: async (_tx, rows) => rows.map(presentSubscription),
}

function presentSubscription(row: SubscriptionRow): Subscription {
  const { status, scheduledChangeAction, mainProductId, mainProductName, billingCycle } = row
  return {
    ...rowHead(row),
    status,
    scheduledChangeAction,
    scheduledChangeEffectiveAt: row.scheduledChangeEffectiveAt?.toISOString() ?? null,
    mainProductId,
    mainProductName,
    billingCycle,
    nextBilledAt: row.nextBilledAt?.toISOString() ?? null,
  }
}

type PurchaseRow = typeof purchase.$inferSelect

export const purchases: Reading<PurchaseRow, Purchase> = {
  table: purchase,
  columns: {
    id: purchase.id,
    documentId: purchase.id,
    createdAt: purchase.createdAt,
    updatedAt: purchase.updatedAt,
    project: purchase.projectId,
    user: purchase.userId,
  },
  project: purchase.projectId,
  links: {
    project: toOne('projects', (row) => row.projectId),
    user: toOne('users', (row) => row.userId),
  },
  cursor: false,
  rows: rowsOf(purchase),
  present: async (_tx, rows) => rows.map(rowHead),
}
