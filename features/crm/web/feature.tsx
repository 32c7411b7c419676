import { lazy } from 'react'
import { loadOptional } from '#platform/ui/parts.ts'
import type { WebFeature } from '#platform/web/feature.ts'

const Notes = lazy(() => loadOptional(async () => (await import('./notes.tsx')).Notes))
const Reminder = lazy(() => loadOptional(async () => (await import('./reminder.tsx')).Reminder))

export const crmFeature: WebFeature = { name: 'crm', slots: { leadFollowUp: { Notes, Reminder } } }
