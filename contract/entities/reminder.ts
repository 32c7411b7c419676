import { z } from 'zod'
import { Opportunity, Person, Project } from '../entities.ts'
import { row } from './row.ts'

/** When a lead is to be looked at again. A lead has one that is open. */
export const Reminder = z.object({
  ...row,
  dueAt: z.iso.datetime(),
  text: z.string(),
  done: z.boolean(),
  project: Project.optional(),
  opportunity: Opportunity.optional(),
  createdBy: Person.nullable().optional(),
})
export type Reminder = z.infer<typeof Reminder>
