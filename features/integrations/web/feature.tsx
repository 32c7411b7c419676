import type { WebFeature } from '#platform/web/feature.ts'

export const integrationsFeature: WebFeature = {
  name: 'integrations',
  screens: {
    '/app/settings/project/integrations': async () => (await import('./integrations.tsx')).IntegrationSettings,
  },
}
