import { type ReplyWindow, replyWindowSpan } from '#engine/order/reply-window.ts'
import type { Label, ScoreWeights } from '#engine/score/component.ts'
import type { QueryValue } from '#platform/web/api/query-string.ts'
import type { Opportunity } from '../contract.ts'
import { searchWords } from './list/search-words.ts'

/** What the list shows and in which order, all stored in the address. */
export interface View extends Filters {
  tab: Tab
  sort: Sort
  /** Weights to try in the order "now"; null: those of the project. They reorder only the leads that are loaded. */
  weights: ScoreWeights | null
}

/** The conditions that leads must meet. Of several values of one kind, any. */
export interface Filters {
  text: string
  communities: readonly string[]
  windows: readonly ReplyWindow[]
  labels: readonly Label[]
  keywords: readonly string[]
  competitors: readonly string[]
  claimed: Claimed | null
  unread: boolean
  /** Only leads released after this instant, such as the user's last visit. */
  since: string | null
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
  { value: 'active', label: 'Most active', order: 'numComments:desc' },
] as const
type Sort = (typeof sorts)[number]['value']

/** Who works on a lead; `anyone` stands for all but nobody. */
export const claims = ['me', 'anyone', 'nobody'] as const
export type Claimed = (typeof claims)[number]

export const windowsInOrder: readonly ReplyWindow[] = ['fresh', 'cooling', 'cold', 'evergreen']
/** The labels that leads have, best first. */
export const labelsInOrder: readonly Label[] = [3, 2]

export const noFilters: Filters = {
  text: '',
  communities: [],
  windows: [],
  labels: [],
  keywords: [],
  competitors: [],
  claimed: null,
  unread: false,
  since: null,
}
export const defaultView: View = { tab: 'new', sort: 'now', weights: null, ...noFilters }

/** Returns whether a view shows only some leads of its tab. */
export function isFiltered(view: View): boolean {
  return viewKey(view) !== viewKey({ ...view, ...noFilters })
}

/** The most values of one kind in an address. */
const valuesMost = 50

/** Returns the view in an address; missing and invalid values get the defaults. */
export function readView(params: URLSearchParams): View {
  const texts = (name: string) => [...new Set(params.getAll(name).map(plain))].filter(Boolean).slice(0, valuesMost)
  return {
    tab: tabs.find(({ value }) => value === params.get('tab'))?.value ?? defaultView.tab,
    sort: sorts.find(({ value }) => value === params.get('sort'))?.value ?? defaultView.sort,
    weights: weightsOf(params.get('weights')),
    text: plain(params.get('q') ?? ''),
    communities: texts('community'),
    windows: windowsInOrder.filter((window) => params.getAll('age').includes(window)),
    labels: labelsInOrder.filter((label) => params.getAll('label').includes(String(label))),
    keywords: texts('keyword'),
    competitors: texts('competitor'),
    claimed: claims.find((value) => value === params.get('claimed')) ?? null,
    unread: params.get('unread') === '1',
    since: instantOf(params.get('since')),
  }
}

/** Returns an instant in the form that the API takes; null if the text is none. */
function instantOf(text: string | null): string | null {
  const ms = Date.parse(text ?? '')
  return Number.isNaN(ms) || ms < 0 || ms > latestMs ? null : new Date(ms).toISOString()
}

/** The last instant whose year has four digits. */
const latestMs = Date.UTC(9999, 11, 31)

/** Returns the weights in an address, such as `1-0.5-2`; null if there are none. */
function weightsOf(text: string | null): ScoreWeights | null {
  const [fit, intent, window, ...rest] = (text ?? '').split('-').map(weightOf)
  if (fit === undefined || intent === undefined || window === undefined || rest.length > 0) return null
  return { fit, intent, window }
}

function weightOf(text: string): number | undefined {
  return /^[0-2](\.\d)?$/.test(text) && Number(text) <= 2 ? Number(text) : undefined
}

/** Returns a text without the character that the API refuses. */
function plain(text: string): string {
  return text.replaceAll('\0', '').trim()
}

/** Returns the address of a view with its open lead. Defaults are omitted. */
export function viewParams(view: View, lead: string | null): URLSearchParams {
  const params = new URLSearchParams()
  if (view.tab !== defaultView.tab) params.set('tab', view.tab)
  if (view.sort !== defaultView.sort) params.set('sort', view.sort)
  if (view.weights !== null)
    params.set('weights', [view.weights.fit, view.weights.intent, view.weights.window].join('-'))
  if (view.text !== '') params.set('q', view.text)
  for (const community of view.communities) params.append('community', community)
  for (const window of view.windows) params.append('age', window)
  for (const label of view.labels) params.append('label', String(label))
  for (const keyword of view.keywords) params.append('keyword', keyword)
  for (const competitor of view.competitors) params.append('competitor', competitor)
  if (view.claimed !== null) params.set('claimed', view.claimed)
  if (view.unread) params.set('unread', '1')
  if (view.since !== null) params.set('since', view.since)
  if (lead !== null) params.set('lead', lead)
  return params
}

/** Returns what identifies the leads of a view and their order on the server. */
export function viewKey(view: View): string {
  return viewParams({ ...view, weights: null }, null).toString()
}

/** Returns the query of a view in the syntax of SPEC 7. */
export function viewQuery(projectId: string, view: View, now: number): Record<string, QueryValue> {
  const { tab, sort, text, communities, windows, labels, keywords, competitors, claimed, unread, since } = view
  return {
    filters: {
      project: { id: { $eq: projectId } },
      ...(tab === 'saved' ? { saved: { $eq: true } } : { state: { $eq: tab } }),
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
    sort: sorts.find(({ value }) => value === sort)!.order,
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
  return tab === 'saved' ? lead.saved : lead.state === tab
}
