import type { WebFeature } from '#platform/web/feature.ts'

export const leadsFeature: WebFeature = {
  name: 'leads',
  screens: { '/app/opportunities': async () => (await import('./opportunities.tsx')).Opportunities },
}
