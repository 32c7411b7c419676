import type { WebFeature } from '#platform/web/feature.ts'

export const searchFeature: WebFeature = {
  name: 'search',
  screens: { '/app/searchbox': async () => (await import('./searchbox.tsx')).Searchbox },
}
