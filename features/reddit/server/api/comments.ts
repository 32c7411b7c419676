import { z } from 'zod'
import { callReddit, type RedditApi } from './api.ts'
import { namesMax } from './info.ts'
import type { Asking } from './listings.ts'
import type { Outcome } from './outcome.ts'
import { standingOf } from './standing.ts'
import { nameOf, readListing, type Thing } from './things.ts'

/** What Reddit shows to everyone of a comment. */
export interface CommentLook {
  /** `missing`: Reddit leaves it out, because it never existed or its community is gone. */
  state: 'live' | 'removed' | 'deleted' | 'missing'
  /** Who removed it, where Reddit says so: for comments it mostly doesn't. */
  removedBy: 'moderators' | 'filter' | null
  /** Null while Reddit hides them. */
  votes: number | null
}

/**
 * Returns what Reddit shows of comments, by their ids without `t1_`, at most 100. A comment that Reddit sends in an
 * unreadable form is left out.
 */
export function lookAtComments(
  api: RedditApi,
  ids: readonly string[],
  { purpose = 'action', failures = 0 }: Asking = {},
): Promise<Outcome<Map<string, CommentLook>>> {
  if (ids.length > namesMax) throw new RangeError('too many names for one request')
  const query = { id: ids.map((id) => `t1_${id}`).join(',') }
  return callReddit(api, { path: '/api/info', query, purpose, failures }, (body) => readLooks(body, ids))
}

function readLooks(body: unknown, ids: readonly string[]): Map<string, CommentLook> | null {
  const listing = readListing(body)
  if (!listing) return null
  const missing: CommentLook = { state: 'missing', removedBy: null, votes: null }
  // An unreadable item may be any of the requested ones.
  const looks = new Map<string, CommentLook>(listing.broken > 0 ? [] : ids.map((id) => [id, missing]))
  for (const thing of listing.things) {
    const name = nameOf(thing)
    if (name.startsWith('t1_') && ids.includes(name.slice(3))) looks.set(name.slice(3), lookOf(thing))
  }
  return looks
}

const Details = z.object({
  score: z.number().int().nullish(),
  score_hidden: z.boolean().nullish(),
  removed_by_category: z.string().nullish(),
})
const removers: Record<string, CommentLook['removedBy']> = {
  moderator: 'moderators',
  automod_filtered: 'filter',
  reddit: 'filter',
  anti_evil_ops: 'filter',
}

function lookOf(thing: Thing): CommentLook {
  const standing = standingOf(thing)
  const details = Details.safeParse(thing.data).data
  if (standing === 'removed') {
    return { state: 'removed', removedBy: removers[details?.removed_by_category ?? ''] ?? null, votes: null }
  }
  if (standing === 'deleted') return { state: 'deleted', removedBy: null, votes: null }
  // The API reports 1 while votes are hidden.
  return { state: 'live', removedBy: null, votes: details?.score_hidden ? null : (details?.score ?? null) }
}
