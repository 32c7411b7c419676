import type { SourceRecord } from '#engine/records/record.ts'
import { callReddit, type RedditApi } from './api.ts'
import type { Asking } from './listings.ts'
import type { Outcome } from './outcome.ts'
import { type Standing, standingOf } from './standing.ts'
import { nameOf, readListing, recordOf } from './things.ts'

/** The maximum number of names in one request. */
export const namesMax = 100

/** An item's standing on Reddit, and its record while its text is shown. */
export type ItemInfo =
  | { standing: 'there' | 'authorless'; record: SourceRecord | null }
  | { standing: 'deleted' | 'removed' | 'absent' }

/**
 * Returns the standing of items by names such as `t3_1abcde`, at most 100. An item is absent if Reddit omits it: it
 * never existed, or its community is gone.
 */
export function lookUpItems(
  api: RedditApi,
  names: readonly string[],
  { purpose = 'recheck', failures = 0 }: Asking = {},
): Promise<Outcome<Map<string, ItemInfo>>> {
  if (names.length > namesMax) throw new RangeError('too many names for one request')
  return callReddit(api, { path: '/api/info', query: { id: names.join(',') }, purpose, failures }, (body) =>
    readKnown(body, names),
  )
}

/** Returns null if the body isn't a page. An unreadable item isn't absent: it is left out, and so requested again. */
function readKnown(body: unknown, names: readonly string[]): Map<string, ItemInfo> | null {
  const listing = readListing(body)
  if (!listing) return null
  // An unreadable item may be any of the requested ones.
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
