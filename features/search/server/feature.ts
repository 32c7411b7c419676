import { type Feature, one, routes } from '#platform/server/feature.ts'
import { savedSearchesEndpoints } from '../contract.ts'
import { createSavedSearch, deleteSavedSearch, savedSearches, updateSavedSearch } from './saved-searches.ts'

export const searchFeature: Feature = {
  name: 'search',
  routes: [
    ...routes(savedSearchesEndpoints, {
      savedSearchesCreate: (ctx, { body }) => one(createSavedSearch(ctx, body)),
      savedSearchesUpdate: (ctx, { id, body }) => one(updateSavedSearch(ctx, { id, data: body })),
      savedSearchesDelete: (ctx, { id }) => deleteSavedSearch(ctx, { id }),
    }),
  ],
  readings: { savedSearches },
}
