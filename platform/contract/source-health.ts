import { z } from 'zod'

const instant = z.iso.datetime()
const count = z.number().int()

/** The health of a source. */
export const SourceHealth = z.object({
  source: z.string(),
  /** Trying: an error that is being retried. Failing: an error that has lasted so long that a user must act. */
  state: z.enum(['well', 'trying', 'failing']),
  itemsPerMinute: z.number(),
  lastSuccessAt: instant.nullable(),
  /** When the source's newest item was posted. */
  newestPostedAt: instant.nullable(),
  /** The median delay of its feeds between posting and arrival; null if unknown. */
  lagSeconds: z.number().nullable(),
  /** The feeds polled for all projects together, and how many of them fail. */
  feeds: z.object({ polled: count, failing: count }),
  /** Missing spans: those still being filled, and those given up in the last day. */
  gaps: z.object({ open: count, lost: count }),
  /** The current problem, in words; null if there is none. */
  error: z.string().nullable(),
  nextTryAt: instant.nullable(),
})
export type SourceHealth = z.infer<typeof SourceHealth>

/** A span of time in which a feed may hold posts that have not arrived. */
export const Gap = z.object({
  from: instant,
  to: instant,
  openedAt: instant,
  /** Null while it is being filled. */
  endedAt: instant.nullable(),
  /** Why it was given up, in words; null if it is open or was filled. */
  givenUp: z.string().nullable(),
})

/** The health of a project's feed. */
export const FeedHealth = z.object({
  source: z.string(),
  kind: z.enum(['community', 'all', 'search']),
  stream: z.enum(['posts', 'comments']),
  /** A community without `r/`, the words of a search, or empty for all of Reddit. */
  name: z.string(),
  itemsPerMinute: z.number(),
  lastSuccessAt: instant.nullable(),
  lagSeconds: z.number().nullable(),
  error: z.string().nullable(),
  /**
   * True if the community belongs to the other realm (sandbox or real), so the source doesn't have it. Not an error.
   */
  isOfOtherRealm: z.boolean(),
  /** The time of the next poll. */
  nextTryAt: instant,
  /** The gaps of the last week, newest first. */
  gaps: z.array(Gap),
})
export type FeedHealth = z.infer<typeof FeedHealth>
/** The state of a feed, independent of the project's realm. */
export type FeedFacts = Omit<FeedHealth, 'isOfOtherRealm'>
