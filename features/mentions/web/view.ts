import type { Sentiment } from '#engine/mentions/mention-content.ts'
import { spanOfDays } from '#engine/rules/schedule.ts'
import { type DayRange, isDay } from '#platform/ui/charts/days.ts'
import type { QueryValue } from '#platform/web/api/query-string.ts'
import type { Mention } from '../contract.ts'

export const tabs = [
  { value: 'brand', label: 'Brand' },
  { value: 'competitor', label: 'Competitors' },
  { value: 'industry', label: 'Industry' },
  { value: 'all', label: 'All' },
] as const satisfies readonly { value: Mention['kind'] | 'all'; label: string }[]
export type Tab = (typeof tabs)[number]['value']

/** `unknown`: the language of the text isn't judged. */
export const feelings = ['positive', 'neutral', 'negative', 'unknown'] as const
export type Feeling = Sentiment | 'unknown'

export const statuses = ['open', 'handled', 'all'] as const
export type Status = (typeof statuses)[number]

/** The conditions that listed mentions must meet. Of several values of one kind, any. */
export interface Filters {
  status: Status
  feelings: readonly Feeling[]
  /** IDs of keywords and competitors. */
  names: readonly string[]
  communities: readonly string[]
  text: string
}

/** What the screen shows, all stored in the address. */
export interface View extends Filters {
  tab: Tab
  /** The days that the list and the charts cover, in the project's time zone; null: all. */
  range: DayRange | null
  /** The IDs of the names that are compared: none, or two to four. */
  compared: readonly string[]
  /** What the chart over time shows. */
  measure: Measure
}

const measures = ['share', 'mentions'] as const
export type Measure = (typeof measures)[number]

/** The most names that a chart can tell apart. */
export const comparedMost = 4

export const noFilters: Filters = { status: 'open', feelings: [], names: [], communities: [], text: '' }
export const defaultView: View = { tab: 'brand', range: null, compared: [], measure: 'share', ...noFilters }

/** Returns whether a view shows only some open mentions of its tab. */
export function isFiltered(view: View): boolean {
  return listKey(view) !== listKey({ ...view, ...noFilters, range: null })
}

/** The longest text that the charts can be filtered by. */
const textMost = 200
/** The most values of one kind in an address. */
const valuesMost = 50
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Returns the view in an address; missing and invalid values get the defaults. */
export function readView(params: URLSearchParams): View {
  const texts = (name: string) => [...new Set(params.getAll(name).map(plain))].filter(Boolean).slice(0, valuesMost)
  const ids = (name: string) => texts(name).filter((id) => uuid.test(id))
  return {
    tab: tabs.find(({ value }) => value === params.get('tab'))?.value ?? defaultView.tab,
    status: statuses.find((status) => status === params.get('status')) ?? defaultView.status,
    feelings: feelings.filter((feeling) => params.getAll('sentiment').includes(feeling)),
    names: ids('name'),
    communities: texts('community'),
    text: plain(params.get('q') ?? '').slice(0, textMost),
    range: rangeOf(params.get('from') ?? '', params.get('to') ?? ''),
    compared: ids('compare').slice(0, comparedMost),
    measure: measures.find((measure) => measure === params.get('chart')) ?? defaultView.measure,
  }
}

function rangeOf(from: string, to: string): DayRange | null {
  return isDay(from) && isDay(to) && from <= to ? { from, to } : null
}

/** Returns a text without the character that the API refuses. */
function plain(text: string): string {
  return text.replaceAll('\0', '').trim()
}

/** Returns the address of a view with its open mention. Defaults are omitted. */
export function viewParams(view: View, mention: string | null): URLSearchParams {
  const params = listParams(view)
  for (const id of view.compared) params.append('compare', id)
  if (view.measure !== defaultView.measure) params.set('chart', view.measure)
  if (mention !== null) params.set('mention', mention)
  return params
}

function listParams({ tab, status, feelings, names, communities, text, range }: View): URLSearchParams {
  const params = new URLSearchParams()
  if (tab !== defaultView.tab) params.set('tab', tab)
  if (status !== defaultView.status) params.set('status', status)
  for (const feeling of feelings) params.append('sentiment', feeling)
  for (const name of names) params.append('name', name)
  for (const community of communities) params.append('community', community)
  if (text !== '') params.set('q', text)
  if (range !== null) {
    params.set('from', range.from)
    params.set('to', range.to)
  }
  return params
}

/** Returns what identifies the mentions in a view's list. */
export function listKey(view: View): string {
  return listParams(view).toString()
}

/** The project whose mentions are read; days begin by its time zone. */
export interface Place {
  id: string
  timeZone: string
}

/** Returns the filters of a view's list, as the API takes them; without a tab, those of all tabs. */
export function listFilters(project: Place, view: View, tab: Tab | null = view.tab): Record<string, QueryValue> {
  const { status, names, communities, text } = view
  const conditions: QueryValue[] = []
  if (view.feelings.length > 0) conditions.push({ $or: view.feelings.map(conditionOf) })
  if (names.length > 0) {
    conditions.push({ $or: [{ competitor: { id: { $in: names } } }, { keyword: { id: { $in: names } } }] })
  }
  return {
    project: { id: { $eq: project.id } },
    muted: false,
    ...(tab !== null && tab !== 'all' && { kind: tab }),
    ...(status !== 'all' && { handled: status === 'handled' }),
    ...(communities.length > 0 && { subreddit: { $in: communities } }),
    ...(text !== '' && { sentence: { $containsi: text } }),
    ...(view.range && { postedAt: instantsOf(view.range, project.timeZone) }),
    ...(conditions.length > 0 && { $and: conditions }),
  }
}

function conditionOf(feeling: Feeling): QueryValue {
  return { sentiment: feeling === 'unknown' ? { $null: true } : { $eq: feeling } }
}

function instantsOf(range: DayRange, timeZone: string): QueryValue {
  const { starts, ends } = spanOfDays(range, timeZone)
  return { $gte: starts.toISOString(), $lt: ends.toISOString() }
}

/** Returns whether a mention belongs in a list of that status. */
export function belongsIn({ handled }: Pick<Mention, 'handled'>, status: Status): boolean {
  return status === 'all' || handled === (status === 'handled')
}
