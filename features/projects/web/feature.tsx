import { lazy } from 'react'
import { loadPart } from '#platform/ui/parts.ts'
import type { WebFeature } from '#platform/web/feature.ts'

const ProjectImport = lazy(async () => ({
  default: (await loadPart(() => import('./import/project-import.tsx'))).ProjectImport,
}))

export const projectsFeature: WebFeature = {
  name: 'projects',
  screens: {
    '/app/setup': async () => (await import('./setup/setup.tsx')).Setup,
    '/app/settings/project/main': async () => (await import('./settings/project.tsx')).ProjectSettings,
  },
  slots: { projectImport: ProjectImport },
}
