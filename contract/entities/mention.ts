import { z } from 'zod'
import { Post, Project } from '../entities.ts'
import { row } from './row.ts'

export const mentionKinds = ['brand', 'competitor', 'industry'] as const
export const sentiments = ['positive', 'neutral', 'negative'] as const

/** Where somebody speaks of the brand, of a competitor or of the industry. Rows come from the pipeline. */
export const Mention = z.object({
  ...row,
  kind: z.enum(mentionKinds),
  /** The keyword or competitor that was found, as the project had it then. */
  phrase: z.string(),
  /** The sentence in which it stands. */
  sentence: z.string(),
  sentiment: z.enum(sentiments).nullable(),
  postedAt: z.iso.datetime().nullable(),
  handled: z.boolean(),
  handledAt: z.iso.datetime().nullable(),
  post: Post.optional(),
  project: Project.optional(),
})
export type Mention = z.infer<typeof Mention>
