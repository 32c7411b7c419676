import { lazy } from 'react'
import { loadPart } from '#platform/ui/parts.ts'
import type { WebFeature } from '#platform/web/feature.ts'

const AccountExport = lazy(async () => ({
  default: (await loadPart(() => import('./export-sections.tsx'))).AccountExport,
}))
const ProjectExport = lazy(async () => ({
  default: (await loadPart(() => import('./export-sections.tsx'))).ProjectExport,
}))

export const privacyFeature: WebFeature = {
  name: 'privacy',
  slots: { accountExport: AccountExport, projectExport: ProjectExport },
}
