import type { Feature } from '#platform/server/feature.ts'
import { alertRules } from './alert-rules.ts'

export const alertsFeature: Feature = {
  name: 'alerts',
  routes: alertRules.routes,
  readings: { alertRules: alertRules.rows },
}
