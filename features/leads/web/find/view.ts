import type { Label } from '#engine/score/component.ts'
import type { QueryValue } from '#platform/web/api/query-string.ts'

/** Which results of a run are listed, all stored in the address. */
export interface ResultsView {
  show: Show
  /** Results with one of these labels; any if empty. */
  labels: readonly Label[]
}

export const shows = [
  { value: 'all', label: 'All results' },
  { value: 'open', label: 'Not in your leads' },
  { value: 'leads', label: 'In your leads' },
  { value: 'dismissed', label: 'Dismissed' },
] as const
type Show = (typeof shows)[number]['value']

/** The labels that results have, best first. */
export const resultLabels: readonly Label[] = [3, 2, 1]

/** What the screen shows: the runs, a run, or two runs compared. */
export interface FindView extends ResultsView {
  /** Null: the list of runs, and the form for a new one. */
  run: string | null
  /** The open result. */
  result: string | null
  /** The earlier run to compare with; `before` stands for the one that it repeats. */
  compare: string | null
  /** The run whose criteria fill the form. */
  from: string | null
}

/** Returns the view in an address; missing and invalid values get the defaults. */
export function readFindView(params: URLSearchParams): FindView {
  return {
    run: idOf(params.get('run')),
    result: idOf(params.get('result')),
    compare: params.get('compare') === 'before' ? 'before' : idOf(params.get('compare')),
    from: idOf(params.get('from')),
    show: shows.find(({ value }) => value === params.get('show'))?.value ?? 'all',
    labels: resultLabels.filter((label) => params.getAll('label').includes(String(label))),
  }
}

/** The API takes no other IDs. */
function idOf(text: string | null): string | null {
  return text !== null && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text) ? text : null
}

/** Returns the address of a view. Defaults are omitted. */
export function findParams(view: Partial<FindView>): URLSearchParams {
  const params = new URLSearchParams()
  for (const key of ['run', 'compare', 'from'] as const) {
    const value = view[key]
    if (value) params.set(key, value)
  }
  if (view.show && view.show !== 'all') params.set('show', view.show)
  for (const label of view.labels ?? []) params.append('label', String(label))
  if (view.result) params.set('result', view.result)
  return params
}

/** Returns the filters of a run's results in the syntax of SPEC 7. */
export function resultFilters(runId: string, { show, labels }: ResultsView): Record<string, QueryValue> {
  return {
    run: { $eq: runId },
    ...(labels.length > 0 && { label: { $in: labels } }),
    ...(show === 'open' && { isLead: { $eq: false }, dismissed: { $eq: false } }),
    ...(show === 'leads' && { isLead: { $eq: true } }),
    ...(show === 'dismissed' && { dismissed: { $eq: true } }),
  }
}
