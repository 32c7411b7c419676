import { isDeepStrictEqual } from 'node:util'
import { and, eq, inArray } from 'drizzle-orm'
import type { z } from 'zod'
import { nextReportDay } from '#engine/insights/report-schedule.ts'
import { requireMember } from '#features/team/server/index.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { toOne } from '#platform/server/database/rows/find.ts'
import type { Writing } from '#platform/server/database/rows/own-row.ts'
import { relatedAfter } from '#platform/server/database/rows/related.ts'
import { createRow, deleteRow, updateRow } from '#platform/server/database/rows/write-row.ts'
import { authorOf } from '#platform/server/permissions/author-of.ts'
import { resourceRows } from '#platform/server/resource.ts'
import { project } from '#platform/server/tenancy/tables.ts'
import { type Report, type ReportCreate, type ReportUpdate, recipientsMax, reportsContract } from '../contract.ts'
import { showsMembersTo } from './shown-members.ts'
import { report, reportRecipient } from './tables.ts'

type ReportRow = typeof report.$inferSelect

const reports = {
  ...resourceRows(reportsContract, report),
  unique: { index: 'report_name', field: 'name', taken: 'A report with this name already exists' },
}

/** Reports with the relations visible to the actor: only roles that may see members see recipients. */
export function reportsFor(ctx: Ctx): Writing<ReportRow, Report> {
  const showsMembers = showsMembersTo(ctx)
  return {
    ...reports,
    links: {
      project: toOne('projects', (row) => row.projectId),
      createdBy: toOne('users', (row) => (showsMembers(row) ? row.createdBy : null)),
      recipients: {
        to: 'users',
        ids: async (tx, rows) => {
          const found = await recipientsOf(tx, rows)
          return rows.map((row, index) => (showsMembers(row) ? (found[index] ?? []) : []))
        },
      },
    },
  }
}

/** Returns the recipients of each report. */
async function recipientsOf(
  tx: Transaction,
  rows: readonly Pick<ReportRow, 'projectId' | 'id'>[],
): Promise<string[][]> {
  if (rows.length === 0) return []
  const found = await tx
    .select()
    .from(reportRecipient)
    .where(
      and(
        inArray(reportRecipient.projectId, [...new Set(rows.map(({ projectId }) => projectId))]),
        inArray(
          reportRecipient.reportId,
          rows.map(({ id }) => id),
        ),
      ),
    )
    .orderBy(reportRecipient.userId)
  return rows.map(({ id }) => found.flatMap(({ reportId, userId }) => (reportId === id ? [userId] : [])))
}

/** Replaces the recipients of a report. */
async function writeRecipients(
  tx: Transaction,
  { projectId, id }: Pick<ReportRow, 'projectId' | 'id'>,
  userIds: readonly string[],
): Promise<void> {
  await tx
    .delete(reportRecipient)
    .where(and(eq(reportRecipient.projectId, projectId), eq(reportRecipient.reportId, id)))
  const rows = userIds.map((userId) => ({ projectId, reportId: id, userId }))
  if (rows.length > 0) await tx.insert(reportRecipient).values(rows)
}

const written = { noun: 'report', right: 'changeReports', rows: reports } as const

/** Saves a report with its recipients. */
export async function createReport(ctx: Ctx, input: z.output<typeof ReportCreate>): Promise<Report> {
  const { project: projectId, recipients, ...values } = input
  const wanted = relatedAfter([], recipients, { field: 'recipients', most: recipientsMax })
  return createRow(
    ctx,
    written,
    { projectId, ...values, nextOn: null, lastSentAt: null, createdBy: authorOf(ctx) },
    {
      check: (tx) => requireMembers(tx, projectId, wanted),
      also: async (tx, id) => {
        await writeRecipients(tx, { projectId, id }, wanted)
        const nextOn = await nextOf(ctx, tx, { projectId, ...values })
        await tx
          .update(report)
          .set({ nextOn })
          .where(and(eq(report.projectId, projectId), eq(report.id, id)))
      },
    },
  )
}

/** Changes a report. With another schedule, it is sent on the next day of that one. */
export async function updateReport(
  ctx: Ctx,
  { id, data }: { id: string; data: z.output<typeof ReportUpdate> },
): Promise<Report> {
  const { recipients, ...values } = data
  return updateRow(
    ctx,
    { ...written, unaudited: ['nextOn'] },
    id,
    async (row, tx) => {
      const { schedule } = values
      if (schedule === undefined || schedule === row.schedule) return values
      return { ...values, nextOn: await nextOf(ctx, tx, { ...row, schedule }) }
    },
    async (tx, row) => {
      if (recipients === undefined) return []
      const [standing = []] = await recipientsOf(tx, [row])
      const wanted = relatedAfter(standing, recipients, { field: 'recipients', most: recipientsMax })
      if (isDeepStrictEqual(wanted, standing)) return []
      await requireMembers(tx, row.projectId, wanted)
      await writeRecipients(tx, row, wanted)
      return ['recipients']
    },
  )
}

async function nextOf(
  ctx: Ctx,
  tx: Transaction,
  { projectId, schedule }: Pick<ReportRow, 'projectId' | 'schedule'>,
): Promise<string | null> {
  if (schedule === null) return null
  const [place] = await tx.select({ timeZone: project.timeZone }).from(project).where(eq(project.id, projectId))
  return nextReportDay(schedule, place?.timeZone ?? 'UTC', ctx.now())
}

export function deleteReport(ctx: Ctx, { id }: { id: string }): Promise<void> {
  return deleteRow(ctx, written, id)
}

async function requireMembers(tx: Transaction, projectId: string, userIds: readonly string[]): Promise<void> {
  for (const id of userIds) await requireMember(tx, { projectId, id, field: 'recipients' })
}
