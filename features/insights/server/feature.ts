import { type Feature, one, routes } from '#platform/server/feature.ts'
import { reportsContract } from '../contract.ts'
import { insightAnnotationsContract } from '../contract-annotations.ts'
import { insightBoardsEndpoints } from '../contract-boards.ts'
import { reportDeliveryEndpoints } from '../contract-delivery.ts'
import { insightQuotesEndpoints } from '../contract-quotes.ts'
import { insightSeriesEndpoints } from '../contract-series.ts'
import { sharedInsightsEndpoints } from '../contract-shared.ts'
import { insightSharesEndpoints } from '../contract-shares.ts'
import { annotationsFor, createAnnotation, deleteAnnotation, updateAnnotation } from './annotations.ts'
import { discardBoards, publishBoards, readBoards, writeBoards } from './boards.ts'
import { sendDueReports } from './mail/send-due.ts'
import { sendReportNow } from './mail/send-now.ts'
import { readInsightQuotes } from './quotes.ts'
import { createReport, deleteReport, reportsFor, updateReport } from './reports.ts'
import { countChanges } from './rollups/count-changes.ts'
import { readInsightSeries } from './series/series-of.ts'
import { readShared, readSharedQuotes, readSharedSeries } from './shared.ts'
import { createShare, insightShares, revokeShare } from './shares.ts'

export const insightsFeature: Feature = {
  name: 'insights',
  routes: [
    ...routes(reportsContract.endpoints, {
      reportsCreate: (ctx, { body }) => one(createReport(ctx, body)),
      reportsUpdate: (ctx, { id, body }) => one(updateReport(ctx, { id, data: body })),
      reportsDelete: (ctx, { id }) => deleteReport(ctx, { id }),
    }),
    ...routes(reportDeliveryEndpoints, {
      reportDeliveryCreate: (ctx, { id }) => one(sendReportNow(ctx, { id })),
    }),
    ...routes(insightSeriesEndpoints, {
      insightSeries: (ctx, { id, query }) => one(readInsightSeries(ctx, { id, query })),
    }),
    ...routes(insightBoardsEndpoints, {
      insightBoardsFind: (ctx, { id, query }) => one(readBoards(ctx, { id, ...query })),
      insightBoardsPut: (ctx, { id, body }) => one(writeBoards(ctx, { id, ...body })),
      insightPublicationCreate: (ctx, { id, body }) => one(publishBoards(ctx, { id, ...body })),
      insightWorkingCopyDelete: (ctx, { id }) => one(discardBoards(ctx, { id })),
    }),
    ...routes(insightAnnotationsContract.endpoints, {
      insightAnnotationsCreate: (ctx, { body }) => one(createAnnotation(ctx, body)),
      insightAnnotationsUpdate: (ctx, { id, body }) => one(updateAnnotation(ctx, { id, data: body })),
      insightAnnotationsDelete: (ctx, { id }) => deleteAnnotation(ctx, { id }),
    }),
    ...routes(insightQuotesEndpoints, {
      insightQuotes: (ctx, { id, query }) => one(readInsightQuotes(ctx, { id, query })),
    }),
    ...routes(insightSharesEndpoints, {
      insightSharesCreate: (ctx, { body }) => one(createShare(ctx, body)),
      insightSharesDelete: (ctx, { id }) => revokeShare(ctx, { id }),
    }),
    ...routes(sharedInsightsEndpoints, {
      sharedInsightsFind: (ctx, { query }) => one(readShared(ctx, query)),
      sharedSeriesFind: (ctx, { id, query }) => one(readSharedSeries(ctx, { id, ...query })),
      sharedQuotesFind: (ctx, { id, query }) => one(readSharedQuotes(ctx, { id, ...query })),
    }),
  ],
  jobs: {
    insights: { run: countChanges, cron: '* * * * *' },
    reports: { run: sendDueReports, cron: '* * * * *' },
  },
  readings: { reports: reportsFor, insightAnnotations: annotationsFor, insightShares },
}
