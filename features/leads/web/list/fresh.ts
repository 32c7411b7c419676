import type { Opportunity } from '../../contract.ts'
import type { Page } from '../pages.ts'

type Dated = Pick<Opportunity, 'id' | 'releasedAt'>

/** What is first in a list now, and how long the list is. */
export interface Latest {
  leads: Dated[]
  total: number
}

export function latestOf({ data, meta }: Page): Latest {
  return { leads: data.map(({ id, releasedAt }) => ({ id, releasedAt })), total: meta.pagination.total }
}

/** A list as it is shown: how long it is on the server, and whether it goes on there. */
interface Shown {
  leads: readonly Dated[]
  total: number
  more: boolean
}

/**
 * How many leads came in since a list was fetched: those that are first now and not in it, or more where the totals say
 * so. What follows the last lead that is shown may be no more than the list's next page, and what only moved up from
 * there is no news: of leads that are no newer than those shown, only as many count as the list has grown by. `left`
 * are leads that left it by decisions of one's own, which the latest answer may not know of yet.
 */
export function freshCount(latest: Latest, { leads, total, more }: Shown, left: ReadonlySet<string>): number {
  const known = new Set(leads.map((lead) => lead.id))
  const last = latest.leads.findLastIndex(({ id }) => known.has(id))
  const first = more && last !== -1 ? latest.leads.slice(0, last) : latest.leads
  const unseen = first.filter(({ id }) => !known.has(id) && !left.has(id))
  const newest = leads.reduce((latestYet, { releasedAt }) => (releasedAt > latestYet ? releasedAt : latestYet), '')
  const came = unseen.filter(({ releasedAt }) => releasedAt > newest).length
  const grown = latest.total - total - left.size
  const count = came + Math.min(unseen.length - came, Math.max(0, grown - came))
  return count === 0 ? 0 : Math.max(count, grown)
}
