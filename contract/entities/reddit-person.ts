import { z } from 'zod'
import { Person, Project } from '../entities.ts'
import { row } from './row.ts'

export const personStages = ['new', 'contacted', 'inConversation', 'qualified', 'won', 'lost'] as const

/** Whom a project deals with on Reddit: a handle, and nothing that joins it to anybody elsewhere. */
export const RedditPerson = z.object({
  ...row,
  /** Without `u/`. */
  handle: z.string(),
  stage: z.enum(personStages),
  /** In the smallest unit of `currency`; both or none. */
  value: z.number().int().nullable(),
  /** A code of ISO 4217. */
  currency: z.string().nullable(),
  tags: z.array(z.string()),
  /** They want to hear nothing: no message to them is drafted or sent. */
  doNotContact: z.boolean(),
  doNotContactSince: z.iso.datetime().nullable(),
  project: Project.optional(),
  /** Who of the team deals with them. */
  owner: Person.nullable().optional(),
})
export type RedditPerson = z.infer<typeof RedditPerson>
