import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { LeadRun, LeadRunResult, RunComparison } from '#features/discovery/contract.ts'
import type { Project } from '#features/projects/contract.ts'
import { queryString } from '#platform/web/api/query-string.ts'
import { decisionsSent } from '../decisions.ts'
import { call } from './api.ts'
import { type ResultsView, resultFilters } from './view.ts'

const pageSize = 50

/** The runs of a project, newest first; events keep them current. */
export function runsQuery(projectId: string) {
  return queryOptions({
    queryKey: ['lead-runs', projectId],
    queryFn: async ({ signal }): Promise<LeadRun[]> => {
      const query = {
        filters: { project: { id: { $eq: projectId } } },
        sort: 'createdAt:desc',
        pagination: { pageSize: 100 },
      }
      return (await call('leadRunsFind', { query, signal })).data
    },
  })
}

export function runQuery(id: string) {
  return queryOptions({
    queryKey: ['lead-run', id],
    queryFn: async ({ signal }): Promise<LeadRun> => (await call('leadRunsFindOne', { id, query: {}, signal })).data,
  })
}

/** The results of a run, page by page. Their order never changes, so that they may be fetched again at any time. */
export function resultsQuery(runId: string, view: ResultsView) {
  return infiniteQueryOptions({
    queryKey: ['lead-run', runId, 'results', view.show, view.labels],
    initialPageParam: 1,
    queryFn: async ({ pageParam: page, signal }) => {
      await decisionsSent()
      const filters = resultFilters(runId, view)
      const query = { filters, sort: 'rank', populate: ['post'], pagination: { page, pageSize } }
      return call('leadRunResultsFind', { query, signal })
    },
    getNextPageParam: ({ meta: { pagination } }) => {
      const { page = 1, pageCount = 1 } = pagination
      return page < pageCount ? page + 1 : null
    },
  })
}

/** One result, for an address whose result is not in the list. */
export function resultQuery(runId: string, id: string) {
  return queryOptions({
    queryKey: ['lead-run', runId, 'result', id],
    queryFn: async ({ signal }): Promise<LeadRunResult> =>
      (await call('leadRunResultsFindOne', { id, query: { populate: ['post'] }, signal })).data,
  })
}

/** Returns the address of a run's results as a CSV file. */
export function resultsFileUrl(runId: string, view: ResultsView): string {
  return `/api/lead-run-results.csv?${queryString({ filters: resultFilters(runId, view), sort: 'rank' })}`
}

/** What changed since an earlier run; `before` stands for the one that it repeats. */
export function comparisonQuery(id: string, earlier: string) {
  return queryOptions({
    queryKey: ['lead-run', id, 'comparison', earlier],
    queryFn: async ({ signal }): Promise<RunComparison> =>
      (await call('runComparisonFind', { id, query: earlier === 'before' ? {} : { with: earlier }, signal })).data,
  })
}

/** The names of a project's competitors, to choose from. */
export function competitorNamesQuery(projectId: string) {
  return queryOptions({
    queryKey: ['competitors', projectId, 'names'],
    queryFn: async ({ signal }): Promise<string[]> => {
      const filters = { project: { id: { $eq: projectId } }, status: { $eq: 'active' } }
      const query = { filters, sort: 'createdAt:asc', fields: ['name'], pagination: { pageSize: 100 } }
      return (await call('competitorsFind', { query, signal })).data.map(({ name }) => name)
    },
  })
}

/** The project in full, with its audience. */
export function productQuery(id: string) {
  return queryOptions({
    queryKey: ['projects', id],
    queryFn: async ({ signal }): Promise<Project> => (await call('projectsFindOne', { id, query: {}, signal })).data,
  })
}
