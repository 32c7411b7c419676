import type { SourceRecord } from '#engine/records/record.ts'
import { callReddit, type RedditApi } from './api.ts'
import type { Asking } from './listings.ts'
import type { Outcome } from './outcome.ts'
import { type Standing, standingOf } from './standing.ts'
import { nameOf, readListing, recordOf } from './things.ts'

/** How many names one question may have. */
export const namesMax = 100

/** What Reddit still says of an item; its record while its text is shown. */
export type ItemInfo =
  | { standing: 'there' | 'authorless'; record: SourceRecord | null }
  | { standing: 'deleted' | 'removed' | 'absent' }

/**
 * What became of items, by names such as `t3_1abcde`, at most a hundred. An item is absent where Reddit leaves it out of
 * an answer: it was never there, or its community is gone.
 */
export function lookUpItems(
  api: RedditApi,
  names: readonly string[],
  { purpose = 'recheck', failures = 0 }: Asking = {},
): Promise<Outcome<Map<string, ItemInfo>>> {
  if (names.length > namesMax) throw new RangeError('too many names for one question')
  return callReddit(api, { path: '/api/info', query: { id: names.join(',') }, purpose, failures }, (body) =>
    readKnown(body, names),
  )
}

/** Null for what is no page. What could not be read is not said to be absent: it is left out, and so asked for again. */
function readKnown(body: unknown, names: readonly string[]): Map<string, ItemInfo> | null {
  const listing = readListing(body)
  if (!listing) return null
  // An envelope without a name may be of anything that was asked for.
  const absent: [string, ItemInfo][] = listing.broken > 0 ? [] : names.map((name) => [name, { standing: 'absent' }])
  const known = new Map<string, ItemInfo>(absent)
  for (const thing of listing.things) {
    const name = nameOf(thing)
    if (!names.includes(name)) continue
    const standing: Standing = standingOf(thing)
    known.set(name, isShown(standing) ? { standing, record: recordOf(thing) } : { standing })
  }
  return known
}

function isShown(standing: Standing): standing is 'there' | 'authorless' {
  return standing === 'there' || standing === 'authorless'
}
