import { searchWords } from '#engine/rules/search-words.ts'
import type { RejectionReason } from '#engine/score/component.ts'
import type { QueryValue } from '#platform/web/api/query-string.ts'
import type { Opportunity } from '../../contract.ts'
import { rejectionKeys } from '../labels.ts'

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

/** What an archive shows, stored in the address. */
export interface ArchiveView {
  text: string
  period: Period
  reason: RejectionReason | 'any'
}

/** Returns the view in an address; missing and invalid values get the defaults. */
export function readArchiveView(params: URLSearchParams): ArchiveView {
  return {
    text: params.get('q') ?? '',
    period: periods.find(({ value }) => value === params.get('period'))?.value ?? 'any',
    reason: rejectionKeys.find((reason) => reason === params.get('reason')) ?? 'any',
  }
}

/** Returns the address of a view. Defaults are omitted. */
export function archiveParams({ text, period, reason }: ArchiveView): URLSearchParams {
  const params = new URLSearchParams()
  if (text !== '') params.set('q', text)
  if (period !== 'any') params.set('period', period)
  if (reason !== 'any') params.set('reason', reason)
  return params
}

/** Returns the query of a view, latest decision first. */
export function archiveQuery(
  projectId: string,
  state: ArchiveState,
  { text, period, reason }: ArchiveView,
  now: number,
): Record<string, QueryValue> {
  const ms = periods.find(({ value }) => value === period)!.ms
  return {
    filters: {
      project: { id: { $eq: projectId } },
      state: { $eq: state },
      ...(ms !== null && { decidedAt: { $gte: new Date(now - ms).toISOString() } }),
      ...(reason !== 'any' && { reason: { $eq: reason } }),
      $and: searchWords(text).map((word) => ({ archive: { $containsi: word } })),
    },
    sort: 'decidedAt:desc',
    populate: ['post'],
  }
}
