import { type Reading, rowsOf, toOne } from '#platform/server/database/find.ts'
import { rowHead } from '#platform/server/database/row-head.ts'
import type { Subscription } from '../contract.ts'
import { subscription } from './tables.ts'

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
  const { status, scheduledChangeAction, mainProductId, mainProductName } = row
  const scheduledChangeEffectiveAt = row.scheduledChangeEffectiveAt?.toISOString() ?? null
  return { ...rowHead(row), status, scheduledChangeAction, scheduledChangeEffectiveAt, mainProductId, mainProductName }
}
