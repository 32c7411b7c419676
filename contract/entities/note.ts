import { z } from 'zod'
import { Opportunity, Person, Project } from '../entities.ts'
import { RedditPerson } from './reddit-person.ts'
import { row } from './row.ts'

/** What somebody of the team wrote down about a lead or a person. */
export const Note = z.object({
  ...row,
  text: z.string(),
  project: Project.optional(),
  opportunity: Opportunity.nullable().optional(),
  person: RedditPerson.nullable().optional(),
  createdBy: Person.nullable().optional(),
})
export type Note = z.infer<typeof Note>
