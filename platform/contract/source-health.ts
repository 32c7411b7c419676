import { z } from 'zod'

const instant = z.iso.datetime()
const count = z.number().int()

/** How one source is doing. */
export const SourceHealth = z.object({
  source: z.string(),
  /** Trying: something is wrong, and it is tried again; failing: for so long that a person is needed. */
  state: z.enum(['well', 'trying', 'failing']),
  itemsPerMinute: z.number(),
  lastSuccessAt: instant.nullable(),
  /** When the newest item that it brought was posted. */
  newestPostedAt: instant.nullable(),
  /** How long items were there before they arrived here, in the middle of its feeds; null where nothing tells. */
  lagSeconds: z.number().nullable(),
  /** Feeds that are polled for all projects together, and how many of those fail. */
  feeds: z.object({ polled: count, failing: count }),
  /** What is missing: spans of time that are still read back, and those that were given up in the last day. */
  gaps: z.object({ open: count, lost: count }),
  /** What is wrong now, in words; null where nothing is. */
  error: z.string().nullable(),
  nextTryAt: instant.nullable(),
})
export type SourceHealth = z.infer<typeof SourceHealth>

/** A span of time of which a feed may hold more than arrived. */
export const Gap = z.object({
  from: instant,
  to: instant,
  openedAt: instant,
  /** Null while it is read back. */
  endedAt: instant.nullable(),
  /** Why it was given up, in words; null where it is open or was closed. */
  givenUp: z.string().nullable(),
})

/** How one of the feeds of a project is doing. */
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
  /** Its source has no such community, since that is in the other realm (sandbox or real): no trouble. */
  isOfOtherRealm: z.boolean(),
  /** When it is asked for next. */
  nextTryAt: instant,
  /** Of the last week, the newest first. */
  gaps: z.array(Gap),
})
export type FeedHealth = z.infer<typeof FeedHealth>
/** What a feed tells by itself, without what its project sees. */
export type FeedFacts = Omit<FeedHealth, 'isOfOtherRealm'>
