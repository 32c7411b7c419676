import { lazy } from 'react'
import { loadPart } from '#platform/ui/parts.ts'
import type { WebFeature } from '#platform/web/feature.ts'

const SetupAlerts = lazy(async () => ({
  default: (await loadPart(() => import('./setup/setup-alerts.tsx'))).SetupAlerts,
}))
const Webhooks = lazy(async () => ({
  default: (await loadPart(() => import('./webhooks/webhooks.tsx'))).Webhooks,
}))

export const alertsFeature: WebFeature = {
  name: 'alerts',
  screens: {
    '/app/settings/project/notifications': async () => (await import('./rules/alert-settings.tsx')).AlertSettings,
    '/app/settings/account/notifications': async () =>
      (await import('./account/account-alerts.tsx')).AccountAlertSettings,
  },
  slots: { setupAlerts: SetupAlerts, webhooks: Webhooks },
}
