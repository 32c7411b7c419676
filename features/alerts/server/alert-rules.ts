import type { z } from 'zod'
import { requireQuery } from '#features/search/server/index.ts'
import { authorOf } from '#platform/server/author-of.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { rowsOf, toOne } from '#platform/server/database/find.ts'
import type { Writing } from '#platform/server/database/own-row.ts'
import { rowHead } from '#platform/server/database/row-head.ts'
import { createRow, deleteRow, updateRow } from '#platform/server/database/write-row.ts'
import type { AlertRule, AlertRuleCreate, AlertRuleUpdate } from '../contract.ts'
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

const written = { noun: 'alertRule', right: 'changeWatchlist', rows: alertRules } as const

/** Says of which leads whoever makes the rule is to be told at once. */
export async function createAlertRule(ctx: Ctx, input: z.output<typeof AlertRuleCreate>): Promise<AlertRule> {
  const { project: projectId, ...values } = input
  requireQuery(values.query)
  return createRow(ctx, written, { projectId, ...values, createdBy: authorOf(ctx) })
}

export async function updateAlertRule(
  ctx: Ctx,
  { id, data }: { id: string; data: z.output<typeof AlertRuleUpdate> },
): Promise<AlertRule> {
  requireQuery(data.query)
  return updateRow(ctx, written, id, async () => data)
}

export function deleteAlertRule(ctx: Ctx, { id }: { id: string }): Promise<void> {
  return deleteRow(ctx, written, id)
}
