import { lazy } from 'react'
import { loadOptional } from '#platform/ui/parts.ts'
import type { WebFeature } from '#platform/web/feature.ts'

const ViewsMenu = lazy(() => loadOptional(async () => (await import('./views-menu.tsx')).ViewsMenu))

export const viewsFeature: WebFeature = { name: 'views', slots: { savedViews: ViewsMenu } }
