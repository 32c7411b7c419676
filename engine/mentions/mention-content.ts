import { z } from 'zod'

export const mentionKinds = ['brand', 'competitor', 'industry'] as const
const sentiments = ['positive', 'neutral', 'negative'] as const
export type Sentiment = (typeof sentiments)[number]

/** Null where it is not known: the text is in a language that is not judged. */
const sentiment = z.enum(sentiments).nullable()

/** One of what an item names, as the project had it when it was found. */
export const MentionName = z.object({
  /** Of the keyword or competitor, which may be gone since; of the project where its own name was found. */
  id: z.uuid(),
  kind: z.enum(mentionKinds),
  phrase: z.string(),
  sentiment,
})
export type MentionName = z.infer<typeof MentionName>

/** A stretch of a sentence, in UTF-16 units. */
const stretch = z.tuple([z.number().int(), z.number().int()]).readonly()

/** What a mention says: all that the item names, and the sentence about the foremost of it. */
export const MentionContent = z.object({
  /** Of the foremost that is named: the brand, then competitors, then the industry. */
  kind: z.enum(mentionKinds),
  /** The keyword, competitor or name that was found, as the project had it then. */
  phrase: z.string(),
  /** All that is named, the foremost kind first. */
  named: z.array(MentionName),
  /** The sentence that shows best what is said of it; empty once its author took the words back. */
  sentence: z.string(),
  /** Where in the sentence the phrase stands, and the words that show the sentiment. */
  spans: z.object({ phrases: z.array(stretch), shown: z.array(stretch) }),
  sentiment,
})
export type MentionContent = z.infer<typeof MentionContent>
