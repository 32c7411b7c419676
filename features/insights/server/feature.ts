import { type Feature, one, routes } from '#platform/server/feature.ts'
import { reportsContract } from '../contract.ts'
import { createReport, deleteReport, reportsFor, updateReport } from './reports.ts'

export const insightsFeature: Feature = {
  name: 'insights',
  routes: [
    ...routes(reportsContract.endpoints, {
      reportsCreate: (ctx, { body }) => one(createReport(ctx, body)),
      reportsUpdate: (ctx, { id, body }) => one(updateReport(ctx, { id, data: body })),
      reportsDelete: (ctx, { id }) => deleteReport(ctx, { id }),
    }),
  ],
  readings: { reports: reportsFor },
}
