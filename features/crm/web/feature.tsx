import { lazy } from 'react'
import { loadPart } from '#platform/ui/parts.ts'
import type { WebFeature } from '#platform/web/feature.ts'

const Notes = lazy(async () => ({ default: (await loadPart(() => import('./notes.tsx'))).Notes }))
const Reminder = lazy(async () => ({ default: (await loadPart(() => import('./reminder.tsx'))).Reminder }))

export const crmFeature: WebFeature = { name: 'crm', slots: { leadFollowUp: { Notes, Reminder } } }
