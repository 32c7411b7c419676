import type { z } from 'zod'
import { requireQuery } from '#features/search/server/require-query.ts'
import { authorOf } from '#platform/server/author-of.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { createRow, deleteRow, updateRow } from '#platform/server/database/write-row.ts'
import type { AlertRule, AlertRuleCreate, AlertRuleUpdate } from '../contract.ts'
import { alertRules } from './alert-rules.ts'

const written = { noun: 'alertRule', right: 'changeListening', rows: alertRules } as const

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
