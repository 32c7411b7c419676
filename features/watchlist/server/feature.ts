import { type Feature, one, routes } from '#platform/server/feature.ts'
import { watchlistEditEndpoints, watchlistEndpoints } from '../contract.ts'
import { editCompetitors, editKeywords } from './bulk-edits.ts'
import { createCompetitor, deleteCompetitor, updateCompetitor } from './change-competitors.ts'
import { createKeyword, deleteKeyword, updateKeyword } from './change-keywords.ts'
import { competitors } from './competitors.ts'
import { keepToQuotas } from './keep-to-quotas.ts'
import { keywordsOf } from './keywords.ts'
import { readKeywordHealth } from './read-keyword-health.ts'

export const watchlistFeature: Feature = {
  name: 'watchlist',
  routes: [
    ...routes(watchlistEndpoints, {
      keywordHealth: (ctx, { id }) => one(readKeywordHealth(ctx, { id })),
      keywordsCreate: (ctx, { body }) => one(createKeyword(ctx, body)),
      keywordsUpdate: (ctx, { id, body }) => one(updateKeyword(ctx, { id, data: body })),
      competitorsCreate: (ctx, { body }) => one(createCompetitor(ctx, body)),
      competitorsUpdate: (ctx, { id, body }) => one(updateCompetitor(ctx, { id, data: body })),
      keywordsDelete: (ctx, { id }) => deleteKeyword(ctx, { id }),
      competitorsDelete: (ctx, { id }) => deleteCompetitor(ctx, { id }),
    }),
    ...routes(watchlistEditEndpoints, {
      keywordEditsCreate: (ctx, { id, body }) => one(editKeywords(ctx, { id, data: body })),
      competitorEditsCreate: (ctx, { id, body }) => one(editCompetitors(ctx, { id, data: body })),
    }),
  ],
  readings: { keywords: keywordsOf, competitors },
  upkeep: keepToQuotas,
}
