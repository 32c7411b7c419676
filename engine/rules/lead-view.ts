import type { ReplyWindow } from '../order/reply-window.ts'
import type { Label, ScoreWeights } from '../score/component.ts'

/** What the list of leads shows, in which order, and how, all stored in the address. */
export interface View extends Filters {
  tab: Tab
  sort: Sort
  /** Weights to try in the order "now"; null: those of the project. They reorder only the leads that are loaded. */
  weights: ScoreWeights | null
  /** Null: as last chosen in this browser. */
  look: Look | null
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
  /** Only leads that the user is to answer now (leads/server/lead-filters). */
  due: boolean
  /** Only leads released after this instant, such as the user's last visit. */
  since: string | null
  /** Only leads whose posts are from this instant or later, and before this one. */
  postedFrom: string | null
  postedBefore: string | null
  /** Only leads posted in this hour (0 to 23), or on this weekday (1 is Monday), in the project's time zone. */
  hour: number | null
  weekday: number | null
}

export const tabs = ['new', 'saved', 'replied', 'rejected', 'all'] as const
export type Tab = (typeof tabs)[number]

/** Best to answer now, by chance, by age, and by comments. */
export const sorts = ['now', 'chance', 'newest', 'active'] as const
export type Sort = (typeof sorts)[number]

const looks = ['cards', 'table'] as const
export type Look = (typeof looks)[number]

/** Who works on a lead; `anyone` is a claim by any member. */
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
  due: false,
  since: null,
  postedFrom: null,
  postedBefore: null,
  hour: null,
  weekday: null,
}
export const defaultView: View = { tab: 'new', sort: 'now', weights: null, look: null, ...noFilters }

/** The most values of one kind in an address. */
const valuesMost = 50

/** Returns the view in an address; missing and invalid values get the defaults. */
export function readView(params: URLSearchParams): View {
  const texts = (name: string) => [...new Set(params.getAll(name).map(plain))].filter(Boolean).slice(0, valuesMost)
  return {
    tab: tabs.find((value) => value === params.get('tab')) ?? defaultView.tab,
    sort: sorts.find((value) => value === params.get('sort')) ?? defaultView.sort,
    weights: weightsOf(params.get('weights')),
    look: looks.find((value) => value === params.get('look')) ?? null,
    text: plain(params.get('q') ?? ''),
    communities: texts('community'),
    windows: windowsInOrder.filter((window) => params.getAll('age').includes(window)),
    labels: labelsInOrder.filter((label) => params.getAll('label').includes(String(label))),
    keywords: texts('keyword'),
    competitors: texts('competitor'),
    claimed: claims.find((value) => value === params.get('claimed')) ?? null,
    unread: params.get('unread') === '1',
    due: params.get('due') === '1',
    since: instantOf(params.get('since')),
    postedFrom: instantOf(params.get('from')),
    postedBefore: instantOf(params.get('to')),
    hour: numberOf(params.get('hour'), 0, 23),
    weekday: numberOf(params.get('weekday'), 1, 7),
  }
}

/**
 * Returns a view's query in its usual form: defaults are omitted. Null if the text isn't the query of a view: it has
 * other parameters, values that no view has, or more of them than a view may have.
 */
export function viewText(text: string): string | null {
  const given = new URLSearchParams(text)
  const usual = viewParams(readView(given), null)
  const sorted = [...given].filter(([name, value]) => !isDefault(name, value)).map(String)
  const read = [...usual].map(String)
  return sorted.sort().join('\n') === read.sort().join('\n') ? usual.toString() : null
}

function isDefault(name: string, value: string): boolean {
  return (name === 'tab' && value === defaultView.tab) || (name === 'sort' && value === defaultView.sort)
}

/** Returns an instant in the form that the API takes; null if the text is none. */
function instantOf(text: string | null): string | null {
  const ms = Date.parse(text ?? '')
  return Number.isNaN(ms) || ms < 0 || ms > latestMs ? null : new Date(ms).toISOString()
}

/** Returns a whole number within limits, as it is usually written; null if the text is none. */
function numberOf(text: string | null, least: number, most: number): number | null {
  const number = Number(text)
  return String(number) === text && Number.isInteger(number) && number >= least && number <= most ? number : null
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
  if (view.look !== null) params.set('look', view.look)
  if (view.text !== '') params.set('q', view.text)
  for (const community of view.communities) params.append('community', community)
  for (const window of view.windows) params.append('age', window)
  for (const label of view.labels) params.append('label', String(label))
  for (const keyword of view.keywords) params.append('keyword', keyword)
  for (const competitor of view.competitors) params.append('competitor', competitor)
  if (view.claimed !== null) params.set('claimed', view.claimed)
  if (view.unread) params.set('unread', '1')
  if (view.due) params.set('due', '1')
  if (view.since !== null) params.set('since', view.since)
  if (view.postedFrom !== null) params.set('from', view.postedFrom)
  if (view.postedBefore !== null) params.set('to', view.postedBefore)
  if (view.hour !== null) params.set('hour', String(view.hour))
  if (view.weekday !== null) params.set('weekday', String(view.weekday))
  if (lead !== null) params.set('lead', lead)
  return params
}
