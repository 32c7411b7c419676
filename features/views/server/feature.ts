import type { Feature } from '#platform/server/feature.ts'
import { readableViews, savedViews } from './saved-views.ts'

export const viewsFeature: Feature = {
  name: 'views',
  routes: savedViews.routes,
  readings: { savedViews: readableViews },
}
