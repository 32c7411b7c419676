import { and, eq, sql } from 'drizzle-orm'
import { nextReportDay, reportDueAt } from '#engine/insights/report-schedule.ts'
import { dayAfter } from '#engine/mentions/periods.ts'
import { workingStatuses } from '#engine/rules/access.ts'
import { dayIn } from '#engine/rules/schedule.ts'
import { projectEntitlement } from '#features/billing/server/index.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { type Transaction, transaction } from '#platform/server/database/database.ts'
import { faultOf } from '#platform/server/faults/fault.ts'
import { project } from '#platform/server/tenancy/tables.ts'
import { report } from '../tables.ts'
import { mailReport } from './mail-report.ts'

interface Key extends Record<string, unknown> {
  projectId: string
  id: string
}

/** The most reports in one run; the next one comes within a minute. */
const reportsAtOnce = 200

/**
 * Sends the reports that are due, one transaction each: its mails and its next day are committed together, so each period
 * is mailed once, whatever crashes. Missed periods become one. An error in one report does not hold up the others.
 */
export async function sendDueReports(ctx: Ctx): Promise<void> {
  let fault: { error: unknown } | null = null
  for (const key of await transaction(ctx, (tx) => dueReports(ctx, tx))) {
    if (ctx.stopping.aborted) return
    await transaction(ctx, (tx) => sendIfDue(ctx, tx, key)).catch((error: unknown) => {
      ctx.log.error({ report: key.id, ...faultOf(error) }, 'sending a report failed')
      fault = { error }
    })
  }
  if (fault) throw (fault as { error: unknown }).error
}

async function dueReports(ctx: Ctx, tx: Transaction): Promise<Key[]> {
  const now = sql`${ctx.now().toISOString()}::timestamptz`
  const { rows } = await tx.execute<Key>(sql`
    select r.project_id as "projectId", r.id from report r join project p on p.id = r.project_id
    where r.next_on <= (${now} at time zone 'UTC')::date + 1
      and (r.next_on + time '07:00') at time zone p.time_zone <= ${now}
    order by r.next_on, r.id limit ${reportsAtOnce}`)
  return rows
}

async function sendIfDue(ctx: Ctx, tx: Transaction, { projectId, id }: Key): Promise<void> {
  const isRow = and(eq(report.projectId, projectId), eq(report.id, id))
  const [row] = await tx.select().from(report).where(isRow).for('update', { skipLocked: true })
  const [place] = await tx
    .select({ name: project.name, timeZone: project.timeZone, status: project.status })
    .from(project)
    .where(eq(project.id, projectId))
  if (!row?.schedule || !row.nextOn || !place) return
  const now = ctx.now()
  if (reportDueAt(row.nextOn, place.timeZone) > now) return
  await tx
    .update(report)
    .set({ nextOn: nextReportDay(row.schedule, place.timeZone, now) })
    .where(isRow)
  const isOpen = workingStatuses.some((status) => status === place.status)
  if (!isOpen || !(await projectEntitlement(ctx, tx, projectId))?.access.granted) return
  // Days that are over, so that every report of a schedule shows whole days.
  const to = dayAfter(dayIn(place.timeZone, now).day, -1)
  await mailReport(ctx, tx, { row, project: place, to })
}
