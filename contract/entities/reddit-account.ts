import { z } from 'zod'
import { Person, Project } from '../entities.ts'
import { row } from './row.ts'

/** signIn: Reddit no longer lets us in with it, and somebody has to connect it again. */
const redditAccountStates = ['connected', 'signIn'] as const

/** An account on Reddit that a project connected. */
export const RedditAccount = z.object({
  ...row,
  /** Without `u/`. */
  name: z.string(),
  state: z.enum(redditAccountStates),
  /** What it let us do, by Reddit's words. */
  scopes: z.array(z.string()),
  /** Of posts and comments together; null where Reddit did not tell. */
  karma: z.number().int().nullable(),
  /** Since when it is on Reddit; null where Reddit did not tell. */
  joinedAt: z.iso.datetime().nullable(),
  /** When Reddit last told its karma and age; looked at daily. */
  standingAt: z.iso.datetime().nullable(),
  /** Since when it is known to be suspended on Reddit; null where it is not. */
  suspendedAt: z.iso.datetime().nullable(),
  /** In which of the two worlds it is. */
  realm: z.enum(['sandbox', 'real']),
  project: Project.optional(),
  connectedBy: Person.nullable().optional(),
})
export type RedditAccount = z.infer<typeof RedditAccount>
