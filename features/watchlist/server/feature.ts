import { type Feature, one, routes } from '#platform/server/feature.ts'
import { competitorsContract, keywordHealthEndpoints, keywordsContract, watchlistEditEndpoints } from '../contract.ts'
import { editCompetitors, editKeywords } from './bulk-edits.ts'
import { createEntry, deleteEntry, updateEntry } from './change-entries.ts'
import { competitors } from './competitors.ts'
import { keepProjectToQuota, keepToQuotas } from './keep-to-quotas.ts'
import { keywords } from './keywords.ts'
import { readKeywordHealth } from './read-keyword-health.ts'

export const watchlistFeature: Feature = {
  name: 'watchlist',
  routes: [
    ...routes(keywordHealthEndpoints, {
      keywordHealth: (ctx, { id }) => one(readKeywordHealth(ctx, { id })),
    }),
    ...routes(keywordsContract.endpoints, {
      keywordsCreate: (ctx, { body: { project, ...values } }) => one(createEntry(ctx, keywords, project, values)),
      keywordsUpdate: (ctx, { id, body }) => one(updateEntry(ctx, keywords, id, body)),
      keywordsDelete: (ctx, { id }) => deleteEntry(ctx, keywords, id),
    }),
    ...routes(competitorsContract.endpoints, {
      competitorsCreate: (ctx, { body: { project, ...values } }) => one(createEntry(ctx, competitors, project, values)),
      competitorsUpdate: (ctx, { id, body }) => one(updateEntry(ctx, competitors, id, body)),
      competitorsDelete: (ctx, { id }) => deleteEntry(ctx, competitors, id),
    }),
    ...routes(watchlistEditEndpoints, {
      keywordEditsCreate: (ctx, { id, body }) => one(editKeywords(ctx, { id, data: body })),
      competitorEditsCreate: (ctx, { id, body }) => one(editCompetitors(ctx, { id, data: body })),
    }),
  ],
  readings: { keywords: keywords.reading, competitors: competitors.reading },
  jobs: { quota: { run: (ctx, { projectId }) => keepProjectToQuota(ctx, projectId) } },
  upkeep: keepToQuotas,
}
