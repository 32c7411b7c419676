import type { WebFeature } from '#platform/web/feature.ts'

export const insightsFeature: WebFeature = {
  name: 'insights',
  screens: {
    '/share/:token': async () => (await import('./share/shared-page.tsx')).SharedPage,
    '/app/insights': async () => (await import('./insights.tsx')).Insights,
    '/app/insights-copy-working': async () => (await import('./copy/working-copy.tsx')).WorkingCopy,
  },
}
