import { lazy } from 'react'
import { loadOptional } from '#platform/ui/parts.ts'
import type { WebFeature } from '#platform/web/feature.ts'
import { whenQuiet } from '#platform/web/page/when-quiet.ts'

const LeadNotes = lazy(() => loadOptional(async () => (await import('./notes.tsx')).LeadNotes))
const PersonNotes = lazy(() => loadOptional(async () => (await import('./notes.tsx')).PersonNotes))
const Reminder = lazy(() => loadOptional(async () => (await import('./reminder.tsx')).Reminder))

const Author = lazy(() => loadOptional(async () => (await import('./add/author.tsx')).Author))
const Leads = lazy(() => loadOptional(async () => (await import('./add/leads.tsx')).Leads))
const PersonInCrm = lazy(() => loadOptional(async () => (await import('./add/person-in-crm.tsx')).PersonInCrm))

/** Loads after the page. */
const Notices = lazy(() =>
  loadOptional(async () => {
    await new Promise<void>(whenQuiet)
    return (await import('./notices.tsx')).Notices
  }),
)

export const crmFeature: WebFeature = {
  name: 'crm',
  screens: { '/app/crm': async () => (await import('./people/crm.tsx')).Crm },
  slots: {
    leadFollowUp: { Notes: LeadNotes, Reminder },
    addToCrm: { Author, Leads },
    personInCrm: PersonInCrm,
    personNotes: PersonNotes,
    notices: Notices,
  },
}
