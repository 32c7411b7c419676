import { transaction } from '#platform/server/database/database.ts'
import { type Feature, one, routes } from '#platform/server/feature.ts'
import { forgetDeliveries } from '#platform/server/outbox/outbox.ts'
import { alertRulesContract, alertsEndpoints } from '../contract.ts'
import { personalEndpoints } from '../contract-personal.ts'
import { runAlertEvents } from './alert-events.ts'
import { alertRules, createAlertRule, deleteAlertRule, updateAlertRule } from './alert-rules.ts'
import { readDeliveries, readOwnDeliveries } from './delivery-log.ts'
import { destinations } from './destinations/destinations.ts'
import { destinationRoutes } from './destinations/routes.ts'
import { sendDeliveries } from './destinations/send-deliveries.ts'
import { runAlerts } from './evaluate-alerts.ts'
import { endMailSuppression, readMailSuppression } from './mail-suppression.ts'
import { runPersonalAlerts } from './personal/personal-alerts.ts'
import { readNotificationSettings, saveNotificationSettings } from './personal/settings.ts'
import { sendTestMail } from './personal/test-mail.ts'
import { previewAlertRule } from './preview.ts'
import { pushRoutes } from './push/routes.ts'
import { sendSample } from './samples.ts'
import { runStageAlerts } from './stages/stage-alerts.ts'
import { ownSubscriptions, subscribe, unsubscribe } from './subscriptions.ts'

export const alertsFeature: Feature = {
  name: 'alerts',
  routes: [
    ...routes(alertRulesContract.endpoints, {
      alertRulesCreate: (ctx, { body }) => one(createAlertRule(ctx, body)),
      alertRulesUpdate: (ctx, { id, body }) => one(updateAlertRule(ctx, { id, data: body })),
      alertRulesDelete: (ctx, { id }) => deleteAlertRule(ctx, { id }),
    }),
    ...routes(alertsEndpoints, {
      alertPreviewCreate: (ctx, { id, body }) => one(previewAlertRule(ctx, { id, data: body })),
      alertDeliveriesFind: (ctx, { id }) => one(readDeliveries(ctx, { id })),
      alertSampleCreate: (ctx, { id }) => one(sendSample(ctx, { id })),
      alertSubscriptionsFind: (ctx) => one(ownSubscriptions(ctx)),
      alertSubscriptionPut: (ctx, { id }) => one(subscribe(ctx, { id })),
      alertSubscriptionDelete: (ctx, { id }) => one(unsubscribe(ctx, { id })),
      mailSuppressionFind: (ctx) => one(readMailSuppression(ctx)),
      mailSuppressionDelete: (ctx) => endMailSuppression(ctx),
    }),
    ...routes(personalEndpoints, {
      notificationSettingsFind: (ctx) => one(readNotificationSettings(ctx)),
      notificationSettingsPut: (ctx, { body }) => one(saveNotificationSettings(ctx, body)),
      testMailCreate: (ctx) => one(sendTestMail(ctx)),
      ownDeliveriesFind: (ctx) => one(readOwnDeliveries(ctx)),
    }),
    ...destinationRoutes,
    ...pushRoutes,
  ],
  readings: { alertRules, destinations },
  jobs: {
    alerts: { run: runAlerts, cron: '* * * * *' },
    deliveries: { run: sendDeliveries, cron: '* * * * *' },
    personalAlerts: { run: runPersonalAlerts, cron: '* * * * *' },
    stageAlerts: { run: runStageAlerts, cron: '* * * * *' },
    alertEvents: { run: runAlertEvents, cron: '*/10 * * * *' },
  },
  upkeep: (ctx) => transaction(ctx, (tx) => forgetDeliveries(ctx, tx)),
}
