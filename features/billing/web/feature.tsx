import type { WebFeature } from '#platform/web/feature.ts'

export const billingFeature: WebFeature = {
  name: 'billing',
  screens: {
    '/app/pay': async () => (await import('./pay.tsx')).Pay,
    '/app/settings/project/billing': async () => (await import('./billing.tsx')).Billing,
  },
}
