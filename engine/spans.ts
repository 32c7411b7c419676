import { z } from 'zod'

export const fields = ['title', 'body', 'subreddit', 'flair'] as const

/** Words of a post that earned or cost points: UTF-16 offsets into that field, end exclusive. */
export const Span = z.object({
  field: z.enum(fields),
  start: z.number().int(),
  end: z.number().int(),
})
export type Span = z.infer<typeof Span>

/** An excerpt around the matched words; `marks` are UTF-16 offsets into `text`, end exclusive. */
export const Snippet = z.object({
  text: z.string(),
  marks: z.array(z.tuple([z.number().int(), z.number().int()])),
})
export type Snippet = z.infer<typeof Snippet>
