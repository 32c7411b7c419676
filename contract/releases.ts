import { z } from 'zod'

/** What a project holds of one stream until it is released (DECISIONS 21). */
export const Held = z.object({
  /** As a list would count it. */
  count: z.number().int(),
  /** When all of it is released; null: what is found is released at once. Past: as soon as the project is open again. */
  releasesAt: z.iso.datetime().nullable(),
})
export type Held = z.infer<typeof Held>

/** What is held of leads and of mentions, each by its plan's interval. */
export const Releases = z.object({ leads: Held, mentions: Held })
export type Releases = z.infer<typeof Releases>
