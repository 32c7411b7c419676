import type { WebFeature } from '#platform/web/feature.ts'

export const watchlistFeature: WebFeature = {
  name: 'watchlist',
  screens: {
    '/app/settings/project/keywords': async () => (await import('./keywords/keywords.tsx')).KeywordSettings,
    '/app/settings/project/competitors': async () => (await import('./competitors/competitors.tsx')).CompetitorSettings,
  },
}
