import type { WebFeature } from '#platform/web/feature.ts'

export const mentionsFeature: WebFeature = {
  name: 'mentions',
  screens: { '/app/mentions': async () => (await import('./mentions.tsx')).Mentions },
}
