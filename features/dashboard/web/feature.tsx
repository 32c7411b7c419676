import type { WebFeature } from '#platform/web/feature.ts'

export const dashboardFeature: WebFeature = {
  name: 'dashboard',
  screens: { '/app/dashboard': async () => (await import('./dashboard.tsx')).Dashboard },
}
