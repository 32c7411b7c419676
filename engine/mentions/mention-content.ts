import { z } from 'zod'

export const mentionKinds = ['brand', 'competitor', 'industry'] as const
export const sentiments = ['positive', 'neutral', 'negative'] as const
export type Sentiment = (typeof sentiments)[number]

/** Null if unknown, since sentiment isn't judged in the text's language. */
const sentiment = z.enum(sentiments).nullable()

/** A name found in an item, as the project had it at the time. */
export const MentionName = z.object({
  /** The id of the keyword or competitor, which may be deleted since, or of the project for its own name. */
  id: z.uuid(),
  kind: z.enum(mentionKinds),
  phrase: z.string(),
  sentiment,
})
export type MentionName = z.infer<typeof MentionName>

/** A range of a sentence, in UTF-16 units. */
const stretch = z.tuple([z.number().int(), z.number().int()]).readonly()

/** The content of a mention: all names in the item, and the sentence about the foremost one. */
export const MentionContent = z.object({
  /** The kind of the foremost name: the brand, then competitors, then the industry. */
  kind: z.enum(mentionKinds),
  /** The keyword, competitor or name, as the project had it when it was found. */
  phrase: z.string(),
  /** All names, foremost kind first. */
  named: z.array(MentionName),
  /** The sentence that best shows the opinion. Empty after the author deleted the text. */
  sentence: z.string(),
  /** The ranges of the phrase in the sentence, and of the words that show the sentiment. */
  spans: z.object({ phrases: z.array(stretch), shown: z.array(stretch) }),
  sentiment,
})
export type MentionContent = z.infer<typeof MentionContent>
