import { isDeepStrictEqual } from 'node:util'
import type { z } from 'zod'
import { requireMember } from '#features/team/server/require-member.ts'
import { authorOf } from '#platform/server/author-of.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { createRow, deleteRow, updateRow } from '#platform/server/database/write-row.ts'
import type { Report, ReportCreate, ReportUpdate } from '../contract.ts'
import { recipientsOf, reports, writeRecipients } from './reports.ts'

const written = { noun: 'report', right: 'changeReports', rows: reports } as const

/** Keeps a report under a name, and says to which members it goes. */
export async function createReport(ctx: Ctx, input: z.output<typeof ReportCreate>): Promise<Report> {
  const { project: projectId, recipients, ...values } = input
  const wanted = distinct(recipients)
  return createRow(
    ctx,
    written,
    { projectId, ...values, createdBy: authorOf(ctx) },
    {
      check: (tx) => requireMembers(tx, projectId, wanted),
      also: (tx, id) => writeRecipients(tx, { projectId, id }, wanted),
    },
  )
}

export async function updateReport(
  ctx: Ctx,
  { id, data }: { id: string; data: z.output<typeof ReportUpdate> },
): Promise<Report> {
  const { recipients, ...values } = data
  return updateRow(
    ctx,
    written,
    id,
    async () => values,
    async (tx, row) => {
      if (recipients === undefined) return []
      const wanted = distinct(recipients)
      const [standing = []] = await recipientsOf(tx, [row])
      if (isDeepStrictEqual(wanted, standing)) return []
      await requireMembers(tx, row.projectId, wanted)
      await writeRecipients(tx, row, wanted)
      return ['recipients']
    },
  )
}

export function deleteReport(ctx: Ctx, { id }: { id: string }): Promise<void> {
  return deleteRow(ctx, written, id)
}

function distinct(ids: readonly string[]): string[] {
  return [...new Set(ids)].sort()
}

async function requireMembers(tx: Transaction, projectId: string, userIds: readonly string[]): Promise<void> {
  for (const userId of userIds) await requireMember(tx, { projectId, userId, field: 'recipients' })
}
