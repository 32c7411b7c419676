import type { Opportunity } from '@earshot/contract/entities'
import type { Page } from './pages.ts'

/**
 * How many leads came in since a list was fetched: those of the first page as it is now that are not in it, or more
 * where the totals say so. What was decided here just now is not new.
 */
export function freshCount(
  latest: Page,
  leads: readonly Opportunity[],
  total: number,
  isDecided: (id: string) => boolean,
): number {
  const known = new Set(leads.map((lead) => lead.id))
  const unseen = latest.data.filter((lead) => !known.has(lead.id) && !isDecided(lead.id)).length
  return unseen === 0 ? 0 : Math.max(unseen, latest.meta.pagination.total - total)
}
