import { z } from 'zod'
import { SampleHit } from './website.ts'

const count = z.number().int()

/** What a keyword would find of what arrived lately, estimated from a sample where that is much. */
export const KeywordPreview = z.object({
  /** Posts that were looked through, and how many there are of those that a project may see. */
  read: count,
  total: count,
  /** A day each, today (UTC) last: what it would find, and how many posts of that day were looked through. */
  days: z.array(z.object({ day: z.iso.date(), hits: z.number(), read: count })),
  /** Days of these that were looked through, and what it would find in one of them. */
  covered: count,
  perDay: z.number(),
  /** Found among older posts, which came with imports. */
  older: count,
  /** Of all found in the sample those that were judged, and of these the leads. */
  found: count,
  judged: count,
  leads: count,
  /** Found by nothing else that is listened for; and by what else, the most first. */
  alone: count,
  overlap: z.array(z.object({ kind: z.enum(['keyword', 'competitor']), phrase: z.string(), hits: count })),
  /** Where it was found, the most first. */
  subreddits: z.array(z.object({ name: z.string(), hits: count })),
  /** The best few, leads first. */
  samples: z.array(SampleHit),
})
export type KeywordPreview = z.infer<typeof KeywordPreview>
