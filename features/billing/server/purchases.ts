import { type Reading, rowsOf, toOne } from '#platform/server/database/find.ts'
import { rowHead } from '#platform/server/database/row-head.ts'
import type { Purchase } from '../contract.ts'
import { purchase } from './tables.ts'

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
