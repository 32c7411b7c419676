import type { WebFeature } from '#platform/web/feature.ts'

export const leadsFeature: WebFeature = {
  name: 'leads',
  screens: {
    '/app/opportunities': async () => (await import('./opportunities.tsx')).Opportunities,
    '/app/find-leads': async () => (await import('./find/find-leads.tsx')).FindLeads,
    '/app/archive/replied': async () => (await import('./archive/archive.tsx')).RepliedArchive,
    '/app/archive/rejected': async () => (await import('./archive/archive.tsx')).RejectedArchive,
  },
}
