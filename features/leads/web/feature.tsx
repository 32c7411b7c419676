import { lazy } from 'react'
import { loadPart } from '#platform/ui/parts.ts'
import type { WebFeature } from '#platform/web/feature.ts'

const PostText = lazy(async () => ({ default: (await loadPart(() => import('./panel/post-text.tsx'))).PostText }))

export const leadsFeature: WebFeature = {
  name: 'leads',
  screens: {
    '/app/opportunities': async () => (await import('./opportunities.tsx')).Opportunities,
    '/app/find-leads': async () => (await import('./find/find-leads.tsx')).FindLeads,
    '/app/archive/replied': async () => (await import('./archive/archive.tsx')).RepliedArchive,
    '/app/archive/rejected': async () => (await import('./archive/archive.tsx')).RejectedArchive,
  },
  slots: { postText: PostText },
}
