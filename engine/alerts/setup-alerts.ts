import { z } from 'zod'
import { ClockTime } from './alert-rule.ts'

/** The alerts that a setup asks for: each hot lead at once, and the rest as a daily digest. */
export const SetupAlerts = z.strictObject({ hotLeads: z.boolean(), digest: z.boolean(), timeOfDay: ClockTime })
export type SetupAlerts = z.infer<typeof SetupAlerts>

/** Both are on unless someone turns them off. */
export const usualAlerts: SetupAlerts = { hotLeads: true, digest: true, timeOfDay: '08:00' }
