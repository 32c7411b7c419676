import { rowsOf, toOne } from '#platform/server/database/find.ts'
import type { Writing } from '#platform/server/database/own-row.ts'
import { rowHead } from '#platform/server/database/row-head.ts'
import type { AlertRule } from '../contract.ts'
import { alertRule } from './tables.ts'

export type AlertRuleRow = typeof alertRule.$inferSelect

export const alertRules: Writing<AlertRuleRow, AlertRule> = {
  table: alertRule,
  columns: {
    id: alertRule.id,
    documentId: alertRule.id,
    createdAt: alertRule.createdAt,
    updatedAt: alertRule.updatedAt,
    project: alertRule.projectId,
    createdBy: alertRule.createdBy,
    name: alertRule.name,
    query: alertRule.query,
    channel: alertRule.channel,
    status: alertRule.status,
  },
  project: alertRule.projectId,
  unique: { index: 'alert_rule_name', field: 'name', taken: 'There is an alert rule of this name already' },
  links: {
    project: toOne('projects', (row) => row.projectId),
    createdBy: toOne('users', (row) => row.createdBy),
  },
  cursor: false,
  rows: rowsOf(alertRule),
  present: async (_tx, rows) => rows.map(present),
}

function present(row: AlertRuleRow): AlertRule {
  const { name, query, threshold, channel, quietHours, status } = row
  return { ...rowHead(row), name, query, threshold, channel, quietHours: quietHours ?? null, status }
}
