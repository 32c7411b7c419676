import { lazy } from 'react'
import { loadOptional } from '#platform/ui/parts.ts'
import type { WebFeature } from '#platform/web/feature.ts'

const UsageList = lazy(() => loadOptional(async () => (await import('./subscription/usage-bars.tsx')).UsageList))

export const billingFeature: WebFeature = {
  name: 'billing',
  screens: {
    '/app/pay': async () => (await import('./pay.tsx')).Pay,
    '/app/settings/project/billing': async () => (await import('./billing.tsx')).Billing,
  },
  slots: { usage: UsageList },
}
