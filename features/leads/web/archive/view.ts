import { spanOfDays } from '#engine/rules/schedule.ts'
import { searchWords } from '#engine/rules/search-words.ts'
import { type RejectionReason, rejectionReasons } from '#engine/score/component.ts'
import { type DayRange, isDay } from '#platform/ui/charts/days.ts'
import type { QueryValue } from '#platform/web/api/query-string.ts'
import type { Opportunity } from '../../contract.ts'

/** The decisions that have an archive. */
export type ArchiveState = Exclude<Opportunity['state'], 'new'>

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
export const periods = [
  { value: 'any', label: 'Any time', ms: null },
  { value: '30m', label: 'Last 30 minutes', ms: 30 * minuteMs },
  { value: '7d', label: 'Last 7 days', ms: 7 * dayMs },
  { value: '30d', label: 'Last 30 days', ms: 30 * dayMs },
] as const
type Period = (typeof periods)[number]['value']

/** Whether a reply is still shown on Reddit, by its last check. */
export const visibilities = [
  { value: 'any', label: 'Any visibility' },
  { value: 'live', label: 'Live' },
  { value: 'removed', label: 'Removed or deleted' },
  { value: 'unchecked', label: 'Not checked' },
] as const
type ReplyVisibility = (typeof visibilities)[number]['value']

/** The project whose leads are read; days begin by its time zone. */
export interface ArchivedProject {
  id: string
  timeZone: string
}

/** What an archive shows, stored in the address. */
export interface ArchiveView {
  text: string
  /** Has no effect with a range. */
  period: Period
  /** The days of the decisions, in the project's time zone. */
  range: DayRange | null
  visibility: ReplyVisibility
  reason: RejectionReason | 'any'
}

/** Returns the view in an address; missing and invalid values get the defaults. */
export function readArchiveView(params: URLSearchParams): ArchiveView {
  return {
    text: params.get('q') ?? '',
    period: periods.find(({ value }) => value === params.get('period'))?.value ?? 'any',
    range: rangeOf(params.get('from') ?? '', params.get('to') ?? ''),
    visibility: visibilities.find(({ value }) => value === params.get('visibility'))?.value ?? 'any',
    reason: rejectionReasons.find((reason) => reason === params.get('reason')) ?? 'any',
  }
}

function rangeOf(from: string, to: string): DayRange | null {
  return isDay(from) && isDay(to) && from <= to ? { from, to } : null
}

/** Returns the address of a view. Defaults are omitted. */
export function archiveParams({ text, period, range, visibility, reason }: ArchiveView): URLSearchParams {
  const params = new URLSearchParams()
  if (text !== '') params.set('q', text)
  if (period !== 'any') params.set('period', period)
  if (range !== null) {
    params.set('from', range.from)
    params.set('to', range.to)
  }
  if (visibility !== 'any') params.set('visibility', visibility)
  if (reason !== 'any') params.set('reason', reason)
  return params
}

/** Returns the query of a view, latest decision first. */
export function archiveQuery(
  project: ArchivedProject,
  state: ArchiveState,
  view: ArchiveView,
  now: number,
): Record<string, QueryValue> {
  const { text, visibility, reason } = view
  return {
    filters: {
      project: { id: { $eq: project.id } },
      state: { $eq: state },
      ...decidedIn(view, project.timeZone, now),
      ...(visibility !== 'any' && { visibility: { $eq: visibility } }),
      ...(reason !== 'any' && { reason: { $eq: reason } }),
      $and: searchWords(text).map((word) => ({ archive: { $containsi: word } })),
    },
    sort: 'decidedAt:desc',
    populate: ['post'],
  }
}

function decidedIn({ period, range }: ArchiveView, timeZone: string, now: number): Record<string, QueryValue> {
  if (range !== null) {
    const { starts, ends } = spanOfDays(range, timeZone)
    return { decidedAt: { $gte: starts.toISOString(), $lt: ends.toISOString() } }
  }
  const ms = periods.find(({ value }) => value === period)!.ms
  return ms === null ? {} : { decidedAt: { $gte: new Date(now - ms).toISOString() } }
}
