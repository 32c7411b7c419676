import { noFilters, type Sort, type Tab, type View, viewParams } from '#engine/rules/lead-view.ts'
import type { Opportunity } from '../contract.ts'

/** The tabs with their names, in order. */
export const namedTabs: readonly { value: Tab; label: string }[] = [
  { value: 'new', label: 'New' },
  { value: 'saved', label: 'Saved' },
  { value: 'replied', label: 'Replied' },
  { value: 'rejected', label: 'Rejected' },
  { value: 'all', label: 'All' },
]

/** The tab that shows threads instead of leads (features/seo), and the line of tabs with it. */
export const seoTab = 'seo'
export const listTabs = [...namedTabs, { value: seoTab, label: 'SEO' }] as const

/** The orders with their names. */
export const namedSorts: readonly { value: Sort; label: string }[] = [
  { value: 'now', label: 'Best to answer now' },
  { value: 'chance', label: 'Highest chance' },
  { value: 'newest', label: 'Newest' },
  { value: 'active', label: 'Most active' },
]

/** Returns whether a view shows only some leads of its tab. */
export function isFiltered(view: View): boolean {
  return viewKey(view) !== viewKey({ ...view, ...noFilters })
}

/** Returns what identifies the leads of a view and their order on the server. */
export function viewKey(view: View): string {
  return viewParams({ ...view, weights: null, look: null }, null).toString()
}

/** Returns whether a lead belongs in a tab; after a decision it may not. */
export function belongsInTab(lead: Pick<Opportunity, 'state' | 'saved'>, tab: Tab): boolean {
  return tab === 'all' || (tab === 'saved' ? lead.saved : lead.state === tab)
}

/** The element id of the search field. */
export const searchId = 'search-leads'
