import type { QueryValue } from '#platform/web/api/query-string.ts'
import type { Opportunity } from '../contract.ts'

/** The tab and the order of leads, both stored in the address. */
export interface View {
  tab: Tab
  sort: Sort
}

export const tabs = [
  { value: 'new', label: 'New' },
  { value: 'saved', label: 'Saved' },
  { value: 'replied', label: 'Replied' },
  { value: 'rejected', label: 'Rejected' },
] as const
export type Tab = (typeof tabs)[number]['value']

export const sorts = [
  { value: 'now', label: 'Best to answer now', order: 'urgency:desc' },
  { value: 'chance', label: 'Highest chance', order: 'score:desc' },
  { value: 'newest', label: 'Newest', order: 'postedAt:desc' },
] as const
type Sort = (typeof sorts)[number]['value']

/** Returns the view in an address; missing and invalid values get the defaults. */
export function readView(params: URLSearchParams): View {
  const tab = tabs.find(({ value }) => value === params.get('tab')) ?? tabs[0]
  const sort = sorts.find(({ value }) => value === params.get('sort')) ?? sorts[0]
  return { tab: tab.value, sort: sort.value }
}

/** Returns the address of a view with its open lead. Defaults are omitted. */
export function viewParams({ tab, sort }: View, lead: string | null): URLSearchParams {
  const params = new URLSearchParams()
  if (tab !== tabs[0].value) params.set('tab', tab)
  if (sort !== sorts[0].value) params.set('sort', sort)
  if (lead !== null) params.set('lead', lead)
  return params
}

/** Returns the query of a view in the syntax of SPEC 7. */
export function viewQuery(projectId: string, { tab, sort }: View): Record<string, QueryValue> {
  const which = tab === 'saved' ? { saved: { $eq: true } } : { state: { $eq: tab } }
  return {
    filters: { project: { id: { $eq: projectId } }, ...which },
    sort: sorts.find(({ value }) => value === sort)!.order,
    populate: ['post'],
  }
}

/** Returns whether a lead belongs in a tab; after a decision it may not. */
export function belongsInTab(lead: Pick<Opportunity, 'state' | 'saved'>, tab: Tab): boolean {
  return tab === 'saved' ? lead.saved : lead.state === tab
}
