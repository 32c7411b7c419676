import { type Feature, one, routes } from '#platform/server/feature.ts'
import { reportsContract } from '../contract.ts'
import { insightAnnotationsContract } from '../contract-annotations.ts'
import { insightBoardsEndpoints } from '../contract-boards.ts'
import { insightQuotesEndpoints } from '../contract-quotes.ts'
import { insightSharesEndpoints } from '../contract-shares.ts'
import { annotationsFor, createAnnotation, deleteAnnotation, updateAnnotation } from './annotations.ts'
import { discardBoards, publishBoards, readBoards, writeBoards } from './boards.ts'
import { readInsightQuotes } from './quotes.ts'
import { createReport, deleteReport, reportsFor, updateReport } from './reports.ts'
import { createShare, insightShares, revokeShare } from './shares.ts'

export const insightsFeature: Feature = {
  name: 'insights',
  routes: [
    ...routes(reportsContract.endpoints, {
      reportsCreate: (ctx, { body }) => one(createReport(ctx, body)),
      reportsUpdate: (ctx, { id, body }) => one(updateReport(ctx, { id, data: body })),
      reportsDelete: (ctx, { id }) => deleteReport(ctx, { id }),
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
  ],
  readings: { reports: reportsFor, insightAnnotations: annotationsFor, insightShares },
}
