import type { Feature } from '#platform/server/feature.ts'
import { savedSearches } from './saved-searches.ts'

export const searchFeature: Feature = {
  name: 'search',
  routes: savedSearches.routes,
  readings: { savedSearches: savedSearches.rows },
}
