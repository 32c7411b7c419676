import { z } from 'zod'
import { Project, postStandings } from '../entities.ts'
import { row } from './row.ts'

/** That something of a project was forgotten, and when: never what it said. */
export const Forgetting = z.object({
  ...row,
  /** The lead or mention that was about it; what is left of a lead may be gone since. */
  opportunityId: z.uuid().nullable(),
  mentionId: z.uuid().nullable(),
  standing: z.enum(postStandings).exclude(['there']),
  /** When it was still there; null where nobody had seen it. */
  lastSeenAt: z.iso.datetime().nullable(),
  /** How many notes, reminders and messages lost what they quoted of it. */
  texts: z.number().int(),
  /** How many people the project knows no more by their names. */
  people: z.number().int(),
  project: Project.optional(),
})
export type Forgetting = z.infer<typeof Forgetting>
