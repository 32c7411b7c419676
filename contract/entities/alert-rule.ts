import { z } from 'zod'
import { listeningStatuses, Person, Project } from '../entities.ts'
import { row } from './row.ts'

const alertChannels = ['mail', 'slack', 'discord', 'telegram', 'webhook'] as const
const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time such as 22:00')

/** From when to when nothing is told, in the time zone of whoever is told; over midnight where `to` is earlier. */
export const QuietHours = z
  .strictObject({ from: clock, to: clock })
  .refine(({ from, to }) => from !== to, 'from and to must differ')

/** Of which leads somebody wants to hear at once. */
export const AlertRule = z.object({
  ...row,
  name: z.string(),
  query: z.string(),
  /** The least score of a lead that it tells of. */
  threshold: z.number(),
  channel: z.enum(alertChannels),
  quietHours: QuietHours.nullable(),
  status: z.enum(listeningStatuses),
  project: Project.optional(),
  createdBy: Person.nullable().optional(),
})
export type AlertRule = z.infer<typeof AlertRule>
