import { placeForm } from '#engine/places/places.ts'
import { addDays, type Day, type DayRange, isDay } from '#platform/ui/charts/days.ts'
import type { Comparison } from '../contract-series.ts'

/** The days until today that are chosen with one click. */
export const spans = [7, 30, 90, 365] as const
export type Span = (typeof spans)[number]

/** What the screen shows, all stored in the address. */
export interface View {
  page: 'board' | 'reports'
  /** The ID of the board; null: the first. */
  board: string | null
  /** The report that is shown on the page of reports: its ID, or `new`; null: the list. */
  report: string | null
  /** The days that charts cover, in the project's time zone: those until today, or a range. */
  period: Span | DayRange
  compare: Comparison
  /** Without `r/`; empty: all. */
  communities: readonly string[]
}

export const defaultView: View = {
  ...{ page: 'board', board: null, report: null, period: 30, compare: 'before', communities: [] },
}

const comparisons: readonly Comparison[] = ['none', 'before', 'year']
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
/** The most communities that charts can be filtered by. */
const communitiesMost = 50
/** The longest range of charts, in days. */
export const daysMost = 731

/** Returns the view in an address; missing and invalid values get the defaults. */
export function readView(params: URLSearchParams): View {
  const report = params.get('report') ?? ''
  const board = params.get('board') ?? ''
  const communities = [...new Set(params.getAll('community'))].filter((name) => placeForm.test(name))
  const known = report === 'new' || uuid.test(report)
  return {
    page: known || params.get('page') === 'reports' ? 'reports' : 'board',
    board: uuid.test(board) ? board : null,
    report: known ? report : null,
    period: periodIn(params),
    compare: comparisons.find((each) => each === params.get('compare')) ?? defaultView.compare,
    communities: communities.slice(0, communitiesMost),
  }
}

function periodIn(params: URLSearchParams): View['period'] {
  const [from, to] = [params.get('from') ?? '', params.get('to') ?? '']
  const isRange = isDay(from) && isDay(to) && from <= to && to <= addDays(from, daysMost - 1)
  return isRange ? { from, to } : (spans.find((span) => String(span) === params.get('days')) ?? defaultView.period)
}

/** Returns the address of a view. Defaults are omitted. */
export function viewParams({ page, board, report, period, compare, communities }: View): URLSearchParams {
  const params = new URLSearchParams()
  if (report !== null) params.set('report', report)
  else if (page === 'reports') params.set('page', page)
  if (board !== null && page === 'board') params.set('board', board)
  if (typeof period !== 'number') {
    params.set('from', period.from)
    params.set('to', period.to)
  } else if (period !== defaultView.period) params.set('days', String(period))
  if (compare !== defaultView.compare) params.set('compare', compare)
  for (const community of communities) params.append('community', community)
  return params
}

/** Returns the days of a period. */
export function rangeOf(period: View['period'] | number, today: Day): DayRange {
  return typeof period === 'number' ? { from: addDays(today, 1 - period), to: today } : period
}
