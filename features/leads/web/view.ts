import { type ReplyWindow, replyWindowSpan } from '#engine/order/reply-window.ts'
import { noFilters, type Sort, type Tab, type View, viewParams } from '#engine/rules/lead-view.ts'
import type { QueryValue } from '#platform/web/api/query-string.ts'
import type { Opportunity } from '../contract.ts'
import { searchWords } from './list/search-words.ts'

/** The tabs with their names, in order. */
export const namedTabs: readonly { value: Tab; label: string }[] = [
  { value: 'new', label: 'New' },
  { value: 'saved', label: 'Saved' },
  { value: 'replied', label: 'Replied' },
  { value: 'rejected', label: 'Rejected' },
  { value: 'all', label: 'All' },
]

/** The orders with their names and their parameter in the API. */
export const namedSorts: readonly { value: Sort; label: string; order: string }[] = [
  { value: 'now', label: 'Best to answer now', order: 'urgency:desc' },
  { value: 'chance', label: 'Highest chance', order: 'score:desc' },
  { value: 'newest', label: 'Newest', order: 'postedAt:desc' },
  { value: 'active', label: 'Most active', order: 'numComments:desc' },
]

/** Returns whether a view shows only some leads of its tab. */
export function isFiltered(view: View): boolean {
  return viewKey(view) !== viewKey({ ...view, ...noFilters })
}

/** Returns what identifies the leads of a view and their order on the server. */
export function viewKey(view: View): string {
  return viewParams({ ...view, weights: null, look: null }, null).toString()
}

/** Returns the query of a view in the syntax of SPEC 7. */
export function viewQuery(projectId: string, view: View, now: number): Record<string, QueryValue> {
  const { tab, sort, text, communities, windows, labels, keywords, competitors, claimed, unread, since } = view
  return {
    filters: {
      project: { id: { $eq: projectId } },
      ...(tab === 'saved' ? { saved: { $eq: true } } : tab !== 'all' && { state: { $eq: tab } }),
      ...(communities.length > 0 && { subreddit: { $in: communities } }),
      ...(labels.length > 0 && { label: { $in: labels } }),
      ...(keywords.length > 0 && { keyword: { $in: keywords } }),
      ...(competitors.length > 0 && { competitor: { $in: competitors } }),
      ...(claimed !== null && { claimed: claimed === 'anyone' ? { $ne: 'nobody' } : { $eq: claimed } }),
      ...(unread && { unread: { $eq: true } }),
      ...(since !== null && { releasedAt: { $gt: since } }),
      ...(text !== '' && { $and: searchWords(text).map((word) => ({ text: { $containsi: word } })) }),
      ...(windows.length > 0 && { $or: windows.flatMap((window) => postedIn(window, now)) }),
    },
    sort: namedSorts.find(({ value }) => value === sort)!.order,
    populate: ['post'],
  }
}

/** Returns the conditions for posts in a reply window, any of which must hold. */
function postedIn(window: ReplyWindow, now: number): QueryValue[] {
  const { after, until } = replyWindowSpan(window, now)
  const dates = {
    ...(after !== null && { $gt: new Date(after).toISOString() }),
    ...(until !== null && { $lte: new Date(until).toISOString() }),
  }
  return after === null ? [{ postedAt: dates }, { postedAt: { $null: true } }] : [{ postedAt: dates }]
}

/** Returns whether a lead belongs in a tab; after a decision it may not. */
export function belongsInTab(lead: Pick<Opportunity, 'state' | 'saved'>, tab: Tab): boolean {
  return tab === 'all' || (tab === 'saved' ? lead.saved : lead.state === tab)
}

/** The element id of the search field. */
export const searchId = 'search-leads'
