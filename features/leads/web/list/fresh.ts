import type { Opportunity } from '../../contract.ts'
import type { Page } from '../pages.ts'

type Dated = Pick<Opportunity, 'id' | 'releasedAt'>

/** The leads at the top of a list now, and the length of the list. */
export interface Latest {
  leads: Dated[]
  total: number
}

export function latestOf({ data, meta }: Page): Latest {
  return { leads: data.map(({ id, releasedAt }) => ({ id, releasedAt })), total: meta.pagination.total }
}

/** The list as shown: its length on the server, and whether more pages follow. */
interface Shown {
  leads: readonly Dated[]
  total: number
  more: boolean
}

/**
 * Returns how many leads arrived since a list was fetched: those at its top that it lacks, or more if the totals say
 * so. Leads after the last one shown may just be the next page, and leads that only moved up from there aren't new. So
 * of leads no newer than those shown, only as many count as the list has grown by. `left` are leads removed by the
 * user's own decisions, which the latest answer may not include yet.
 */
export function freshCount(latest: Latest, { leads, total, more }: Shown, left: ReadonlySet<string>): number {
  const known = new Set(leads.map((lead) => lead.id))
  const last = latest.leads.findLastIndex(({ id }) => known.has(id))
  const first = more && last !== -1 ? latest.leads.slice(0, last) : latest.leads
  const unseen = first.filter(({ id }) => !known.has(id) && !left.has(id))
  const newest = leads.reduce((latestYet, { releasedAt }) => (releasedAt > latestYet ? releasedAt : latestYet), '')
  const arrived = unseen.filter(({ releasedAt }) => releasedAt > newest).length
  const grown = latest.total - total - left.size
  const count = arrived + Math.min(unseen.length - arrived, Math.max(0, grown - arrived))
  return count === 0 ? 0 : Math.max(count, grown)
}
