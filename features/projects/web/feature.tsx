import type { WebFeature } from '#platform/web/feature.ts'

export const projectsFeature: WebFeature = {
  name: 'projects',
  screens: {
    '/app/setup': async () => (await import('./setup/setup.tsx')).Setup,
    '/app/settings/project/main': async () => (await import('./settings/project.tsx')).ProjectSettings,
  },
}
