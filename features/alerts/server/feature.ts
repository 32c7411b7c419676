import { type Feature, one, routes } from '#platform/server/feature.ts'
import { alertRulesEndpoints } from '../contract.ts'
import { alertRules, createAlertRule, deleteAlertRule, updateAlertRule } from './alert-rules.ts'

export const alertsFeature: Feature = {
  name: 'alerts',
  routes: [
    ...routes(alertRulesEndpoints, {
      alertRulesCreate: (ctx, { body }) => one(createAlertRule(ctx, body)),
      alertRulesUpdate: (ctx, { id, body }) => one(updateAlertRule(ctx, { id, data: body })),
      alertRulesDelete: (ctx, { id }) => deleteAlertRule(ctx, { id }),
    }),
  ],
  readings: { alertRules },
}
