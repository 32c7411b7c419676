import { type Feature, one, routes } from '#platform/server/feature.ts'
import { reportsContract } from '../contract.ts'
import { insightSeriesEndpoints } from '../contract-series.ts'
import { createReport, deleteReport, reportsFor, updateReport } from './reports.ts'
import { countChanges } from './rollups/count-changes.ts'
import { readInsightSeries } from './series/series-of.ts'

export const insightsFeature: Feature = {
  name: 'insights',
  routes: [
    ...routes(reportsContract.endpoints, {
      reportsCreate: (ctx, { body }) => one(createReport(ctx, body)),
      reportsUpdate: (ctx, { id, body }) => one(updateReport(ctx, { id, data: body })),
      reportsDelete: (ctx, { id }) => deleteReport(ctx, { id }),
    }),
    ...routes(insightSeriesEndpoints, {
      insightSeries: (ctx, { id, query }) => one(readInsightSeries(ctx, { id, query })),
    }),
  ],
  jobs: { insights: { run: countChanges, cron: '* * * * *' } },
  readings: { reports: reportsFor },
}
