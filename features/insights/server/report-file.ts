import { and, eq } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { chartTable } from '#engine/insights/chart-table.ts'
import { groupingNames, metricNames } from '#engine/insights/names.ts'
import { dayIn } from '#engine/rules/schedule.ts'
import { csvOf } from '#platform/contract/csv/write-csv.ts'
import { ApiError } from '#platform/contract/errors.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { readOnly } from '#platform/server/database/database.ts'
import { ownRows } from '#platform/server/database/rows/find.ts'
import { authenticate, requestCtx } from '#platform/server/http/authenticate.ts'
import { authorize } from '#platform/server/http/authorize.ts'
import { project } from '#platform/server/tenancy/tables.ts'
import { reportsContract } from '../contract.ts'
import { periodUntil, queryOf } from './report-query.ts'
import { reportsFor } from './reports.ts'
import { seriesOf } from './series/series-of.ts'
import { report } from './tables.ts'

/**
 * Registers `GET /api/reports/:id/file`: the numbers of a report as CSV, with the rights of the report. It isn't in the
 * contract's table, because its answer is not JSON.
 */
export function registerReportFile(app: FastifyInstance, ctx: Ctx): void {
  const endpoint = reportsContract.endpoints.reportsFindOne
  app.get('/api/reports/:id/file', { exposeHeadRoute: false }, async (request, reply) => {
    const actor = await authenticate(ctx, endpoint, request, reply)
    const params = z.object({ id: z.guid() }).safeParse(request.params)
    if (!params.success) throw new ApiError('NotFoundError', 'Not Found')
    const { id } = params.data
    const subject = { id, body: null, query: null, reading: reportsFor(ctx) }
    const lines = await authorize(ctx, actor, { endpoint, subject }, (allowed) =>
      reportLines(requestCtx(ctx, allowed, request), id),
    )
    return reply
      .headers({
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': 'attachment; filename="report.csv"',
      })
      .send(csvOf(lines))
  })
}

/** Returns the cells of a report, with plain numbers. Throws NotFoundError, also for quotes. */
async function reportLines(ctx: Ctx, id: string): Promise<string[][]> {
  return readOnly(ctx, async (tx) => {
    const [row] = await tx
      .select({ definition: report.definition, projectId: report.projectId, timeZone: project.timeZone })
      .from(report)
      .innerJoin(project, eq(project.id, report.projectId))
      .where(and(ownRows(ctx, reportsFor(ctx)), eq(report.id, id)))
    const definition = row?.definition
    const query = row && queryOf(row.definition, periodUntil(dayIn(row.timeZone, ctx.now()).day, row.definition.days))
    if (!row || !definition || !query) throw new ApiError('NotFoundError', 'Not Found')
    const { columns, rows } = chartTable(await seriesOf(ctx, tx, row.projectId, query), {
      value: metricNames[definition.metric],
      earlier: definition.compare === 'year' ? 'Year before' : 'Previous period',
      isBrokenDown: query.breakdown !== null,
    })
    const head = [groupingNames[query.groupBy], ...columns]
    return [head, ...rows.map(({ label, values }) => [label, ...values.map((value) => String(value ?? ''))])]
  })
}
