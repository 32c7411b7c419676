import { type Feature, one, routes } from '#platform/server/feature.ts'
import { dashboardEndpoints } from '../contract.ts'
import { readDashboard } from './read-dashboard.ts'

export const dashboardFeature: Feature = {
  name: 'dashboard',
  routes: routes(dashboardEndpoints, { dashboardFind: (ctx, { id, query }) => one(readDashboard(ctx, { id, query })) }),
}
