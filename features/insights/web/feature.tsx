import type { WebFeature } from '#platform/web/feature.ts'

export const insightsFeature: WebFeature = {
  name: 'insights',
  screens: {
    '/app/insights': async () => (await import('./insights.tsx')).Insights,
    '/app/insights-copy-working': async () => (await import('./copy/working-copy.tsx')).WorkingCopy,
  },
}
