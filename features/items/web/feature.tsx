import { lazy } from 'react'
import { loadOptional } from '#platform/ui/parts.ts'
import type { WebFeature } from '#platform/web/feature.ts'

const PushSources = lazy(() => loadOptional(async () => (await import('./push-sources.tsx')).PushSources))

export const itemsFeature: WebFeature = { name: 'items', slots: { pushSources: PushSources } }
