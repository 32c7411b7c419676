import type { Opportunity } from '@earshot/contract/entities'
import type { Page } from './pages.ts'

/** What is first in a list now, and how long the list is. */
export interface Latest {
  ids: string[]
  total: number
}

export function latestOf({ data, meta }: Page): Latest {
  return { ids: data.map((lead) => lead.id), total: meta.pagination.total }
}

/** A list as it is shown: how long it is on the server, and whether it goes on there. */
interface Shown {
  leads: readonly Pick<Opportunity, 'id'>[]
  total: number
  more: boolean
}

/**
 * How many leads came in since a list was fetched: those that are first now and not in it, or more where the totals say
 * so. What follows the last lead that is shown may be no more than the list's next page. `left` are leads that left it
 * by decisions of one's own, which the latest answer may not know of yet.
 */
export function freshCount(latest: Latest, { leads, total, more }: Shown, left: ReadonlySet<string>): number {
  const known = new Set(leads.map((lead) => lead.id))
  const last = latest.ids.findLastIndex((id) => known.has(id))
  const first = more && last !== -1 ? latest.ids.slice(0, last) : latest.ids
  const unseen = first.filter((id) => !known.has(id) && !left.has(id)).length
  return unseen === 0 ? 0 : Math.max(unseen, latest.total - total - left.size)
}
