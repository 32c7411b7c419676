import { eq } from 'drizzle-orm'
import { dayIn } from '#engine/rules/schedule.ts'
import { ApiError } from '#platform/contract/errors.ts'
import { audit } from '#platform/server/audit.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { transaction } from '#platform/server/database/database.ts'
import { lockRow } from '#platform/server/database/rows/own-row.ts'
import { spend } from '#platform/server/permissions/rate-limit.ts'
import { requireRight } from '#platform/server/permissions/rights.ts'
import { signedInId } from '#platform/server/permissions/signed-in.ts'
import { project } from '#platform/server/tenancy/tables.ts'
import type { ReportDelivery } from '../../contract-delivery.ts'
import { reportsFor } from '../reports.ts'
import { mailReport } from './mail-report.ts'

/**
 * Sends a report to its recipients with the numbers until now. Throws ConflictError if it has none, and RateLimitError
 * for more than 20 per hour.
 */
export async function sendReportNow(ctx: Ctx, { id }: { id: string }): Promise<ReportDelivery> {
  await spend(
    ctx,
    [{ key: `reports sent by ${signedInId(ctx)}`, attempts: 20, minutes: 60 }],
    'You have sent 20 reports in the past hour',
  )
  return transaction(ctx, async (tx) => {
    const row = await lockRow(ctx, tx, reportsFor(ctx), id)
    const { projectId } = row
    requireRight(ctx, projectId, 'changeReports')
    const [place] = await tx
      .select({ name: project.name, timeZone: project.timeZone })
      .from(project)
      .where(eq(project.id, projectId))
    if (!place) throw new ApiError('NotFoundError', 'Not Found')
    const { day: to } = dayIn(place.timeZone, ctx.now())
    const { sent, skipped } = await mailReport(ctx, tx, { row, project: place, to })
    if (sent.length + skipped.length === 0) {
      throw new ApiError('ConflictError', 'This report has no recipients. Choose some first.')
    }
    const details = { sent: sent.length, skipped: skipped.length }
    await audit(ctx, tx, { projectId, action: 'report.send', subjectId: id, details })
    return {
      sent: sent.map(personOf),
      skipped: skipped.map(({ reason, ...receiver }) => ({ user: personOf(receiver), reason })),
    }
  })
}

function personOf({ id, email }: { id: string; email: string }) {
  return { id, documentId: id, email }
}
