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

/**
 * How many leads came in since a list was fetched: those that are first now and not in it, or more where the totals
 * say so. What was decided here just now is not new.
 */
export function freshCount(
  latest: Latest,
  leads: readonly Opportunity[],
  total: number,
  isDecided: (id: string) => boolean,
): number {
  const known = new Set(leads.map((lead) => lead.id))
  const unseen = latest.ids.filter((id) => !known.has(id) && !isDecided(id)).length
  return unseen === 0 ? 0 : Math.max(unseen, latest.total - total)
}
