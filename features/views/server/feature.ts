import type { Feature } from '#platform/server/feature.ts'
import { savedViews } from './saved-views.ts'

export const viewsFeature: Feature = {
  name: 'views',
  routes: savedViews.routes,
  readings: { savedViews: savedViews.rows },
}
