import type { WebFeature } from '#platform/web/feature.ts'

export const matchingFeature: WebFeature = {
  name: 'matching',
  screens: { '/app/settings/project/imports': async () => (await import('./imports.tsx')).ImportSettings },
}
