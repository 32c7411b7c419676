import { type Feature, one, routes } from '#platform/server/feature.ts'
import { alertRulesContract } from '../contract.ts'
import { runAlertEvents } from './alert-events.ts'
import { alertRules, createAlertRule, deleteAlertRule, updateAlertRule } from './alert-rules.ts'
import { runAlerts } from './evaluate-alerts.ts'

export const alertsFeature: Feature = {
  name: 'alerts',
  routes: routes(alertRulesContract.endpoints, {
    alertRulesCreate: (ctx, { body }) => one(createAlertRule(ctx, body)),
    alertRulesUpdate: (ctx, { id, body }) => one(updateAlertRule(ctx, { id, data: body })),
    alertRulesDelete: (ctx, { id }) => deleteAlertRule(ctx, { id }),
  }),
  readings: { alertRules },
  jobs: {
    alerts: { run: runAlerts, cron: '* * * * *' },
    alertEvents: { run: runAlertEvents, cron: '*/10 * * * *' },
  },
}
