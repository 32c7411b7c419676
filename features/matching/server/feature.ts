import { droppedPostsEndpoints } from '#features/leads/contract.ts'
import { keywordPreviewEndpoints } from '#features/watchlist/contract.ts'
import { type Feature, one, routes } from '#platform/server/feature.ts'
import { importsEndpoints } from '../contract.ts'
import { applyAnswers } from './answers.ts'
import { readAudit } from './audit/read-audit.ts'
import { auditReviews, createAuditReview, deleteAuditReview } from './audit/reviews.ts'
import { scoreLead } from './audit/score-lead.ts'
import { findSimilar } from './audit/similar-posts.ts'
import { backfillProject } from './backfill.ts'
import { findArchives } from './imports/archives-folder.ts'
import { createImport, deleteImport, putImportChunk, resumeImport, stopImport } from './imports/change-imports.ts'
import { forgetUploads } from './imports/forgotten.ts'
import { imports } from './imports/imports.ts'
import { purgeImport } from './imports/purge-import.ts'
import { failImport, runImport } from './imports/run-import.ts'
import { findCandidates } from './match-batches.ts'
import { processOverflow } from './overflow.ts'
import { posts } from './posts/shown-posts.ts'

import { previewKeyword } from './previews/preview-keyword.ts'
import { maintainArrivals } from './upkeep.ts'

export const matchingFeature: Feature = {
  name: 'matching',
  routes: [
    ...routes(importsEndpoints, {
      importsCreate: (ctx, { body }) => one(createImport(ctx, body)),
      importChunkPut: (ctx, { id, number, body }) => one(putImportChunk(ctx, { id, number, bytes: body })),
      archivesFind: (ctx, { id }) => one(findArchives(ctx, { projectId: id })),
      importStopPut: (ctx, { id }) => one(stopImport(ctx, { id })),
      importStopDelete: (ctx, { id }) => one(resumeImport(ctx, { id })),
      importsDelete: (ctx, { id }) => deleteImport(ctx, { id }),
    }),
    ...routes(keywordPreviewEndpoints, {
      keywordPreviewsCreate: (ctx, { id, body }) => one(previewKeyword(ctx, { id, data: body })),
    }),
    ...routes(droppedPostsEndpoints, {
      similarFind: (ctx, { id }) => findSimilar(ctx, { id }),
      auditFind: (ctx, { id }) => one(readAudit(ctx, { id })),
      auditReviewsCreate: (ctx, { body }) => one(createAuditReview(ctx, body)),
      auditReviewsDelete: (ctx, { id }) => deleteAuditReview(ctx, { id }),
    }),
  ],
  readings: { imports, posts, auditReviews },
  jobs: {
    backfill: { run: backfillProject },
    purge: { run: purgeImport, isSlow: true },
    import: { run: runImport, giveUp: failImport, isSlow: true },
    candidates: { run: findCandidates },
    overflow: { run: processOverflow },
    answers: { run: applyAnswers },
    scoreLead: { run: scoreLead },
  },
  upkeep: async (ctx) => {
    await maintainArrivals(ctx)
    await forgetUploads(ctx)
  },
}
