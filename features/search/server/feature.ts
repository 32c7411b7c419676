import { addFoundLead } from '#features/leads/server/index.ts'
import { type Feature, one, routes } from '#platform/server/feature.ts'
import { postSearchEndpoints } from '../contract.ts'
import { findFacets } from './facets.ts'
import { savedSearches } from './saved-searches.ts'
import { findStoredPosts } from './stored-posts.ts'

export const searchFeature: Feature = {
  name: 'search',
  routes: [
    ...savedSearches.routes,
    ...routes(postSearchEndpoints, {
      storedPostsFind: findStoredPosts,
      searchFacetsFind: (ctx, input) => one(findFacets(ctx, input)),
      foundLeadPut: (ctx, { id, body }) => one(addFoundLead(ctx, { projectId: id, postId: body.post })),
    }),
  ],
  readings: { savedSearches: savedSearches.rows },
}
