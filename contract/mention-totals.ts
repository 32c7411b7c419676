import { z } from 'zod'
import { MentionName, mentionKinds } from './entities/mention.ts'

const count = z.number().int()

/** How many speak well of it, badly, of neither, and in languages that are not judged. */
const BySentiment = z.object({ positive: count, neutral: count, negative: count, unknown: count })

/** Mentions as their list is filtered, counted by kind and by what they name. */
export const MentionTotals = z.object({
  counted: count,
  /** True where there are more than were counted: then it is of those that were found last (contract/filters totalMax). */
  capped: z.boolean(),
  /** A mention counts once, for its foremost kind. */
  kinds: z.array(BySentiment.extend({ kind: z.enum(mentionKinds) })),
  /** A mention counts for each that it names, by what is said of that one; the most frequent first. */
  named: z.array(BySentiment.extend(MentionName.omit({ sentiment: true }).shape)),
})
export type MentionTotals = z.infer<typeof MentionTotals>

/** Of what is named no more than so many are told. */
export const namedMost = 200
