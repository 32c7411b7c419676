import { z } from 'zod'
import { Person, Project } from '../entities.ts'
import { personStages } from './reddit-person.ts'
import { row } from './row.ts'

export const campaignStates = ['draft', 'active', 'paused', 'finished'] as const

/** One message to people of some stages and tags, a few a day. */
export const Campaign = z.object({
  ...row,
  name: z.string(),
  state: z.enum(campaignStates),
  text: z.string(),
  /** Whom it is for: people of one of these stages, who have one of these tags where there are any. */
  stages: z.array(z.enum(personStages)),
  tags: z.array(z.string()),
  perDay: z.number().int(),
  project: Project.optional(),
  createdBy: Person.nullable().optional(),
})
export type Campaign = z.infer<typeof Campaign>
