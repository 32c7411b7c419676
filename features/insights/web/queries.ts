import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Grouping } from '#engine/insights/metrics.ts'
import { isQuoteKind } from '#engine/insights/quote-kinds.ts'
import type { DayRange } from '#platform/ui/charts/days.ts'
import { daySeconds } from '#platform/ui/charts/days.ts'
import { findAll } from '#platform/web/api/find-all.ts'
import type { Report, ReportDefinition } from '../contract.ts'
import type { InsightAnnotation } from '../contract-annotations.ts'
import type { BoardCopy, InsightBoards } from '../contract-boards.ts'
import type { Comparison, InsightSeries } from '../contract-series.ts'
import type { InsightShare } from '../contract-shares.ts'
import { call } from './api.ts'

/** The days, the comparison, and the communities that are chosen for all charts of a screen. */
export interface Scope {
  range: DayRange
  compare: Comparison
  /** Empty: those of each chart. */
  communities: readonly string[]
}

type Metric = Exclude<ReportDefinition['metric'], 'pains' | 'objections' | 'requests' | 'phrases'>

export interface SeriesQuery {
  metric: Metric
  groupBy: Grouping
  breakdown: Grouping | null
  from: string
  to: string
  compare: Comparison
  subreddits: string[]
}

/** The most days that a chart shows one by one; more are shown by week. */
const singleDaysMost = 92

/** Returns what to count for a chart. Null for quotes, which are not counted so. */
export function seriesQueryOf(
  definition: ReportDefinition,
  { range, compare, communities }: Scope,
): SeriesQuery | null {
  const { metric, groupBy, breakdown, subreddits } = definition
  if (isQuoteKind(metric)) return null
  const isLong = daySeconds(range.to) - daySeconds(range.from) >= singleDaysMost * 86_400
  const shown = <Group extends Grouping | null>(group: Group) => (isLong && group === 'day' ? 'week' : group)
  return {
    ...{ metric, groupBy: shown(groupBy), breakdown: shown(breakdown), ...range, compare },
    subreddits: communities.length > 0 ? [...communities] : subreddits,
  }
}

/** How old shown numbers may be. */
const staleMs = 60_000

/** How old a shown brand may be. It rarely changes. */
const brandStaleMs = 5 * staleMs

export function seriesQuery(projectId: string, query: SeriesQuery) {
  return queryOptions({
    queryKey: ['insight-series', projectId, query],
    staleTime: staleMs,
    refetchInterval: staleMs,
    // Other days replace a chart in place, instead of a skeleton.
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<InsightSeries> => {
      return (await call('insightSeries', { id: projectId, query, signal })).data
    },
  })
}

/** Returns whether a project has any leads or mentions in the last two years. */
export function hasDataQuery(projectId: string, today: string, from: string) {
  return queryOptions({
    queryKey: ['insight-series', projectId, 'any', today],
    staleTime: staleMs,
    queryFn: async ({ signal }): Promise<boolean> => {
      const query = { groupBy: 'month', from, to: today } as const
      for (const metric of ['leads', 'mentions'] as const) {
        const { data } = await call('insightSeries', { id: projectId, query: { ...query, metric }, signal })
        if (data.total) return true
      }
      return false
    },
  })
}

export function boardsQuery(projectId: string, copy: BoardCopy) {
  return queryOptions({
    queryKey: ['insight-boards', projectId, copy],
    queryFn: async ({ signal }): Promise<InsightBoards> =>
      (await call('insightBoardsFind', { id: projectId, query: { copy }, signal })).data,
  })
}

export function reportsQuery(projectId: string) {
  return queryOptions({
    queryKey: ['reports', projectId],
    queryFn: ({ signal }): Promise<Report[]> =>
      findAll((page) => {
        const filters = { project: { id: { $eq: projectId } } }
        const query = {
          filters,
          populate: ['createdBy', 'recipients'],
          sort: 'name',
          pagination: { page, pageSize: 100 },
        }
        return call('reportsFind', { query, signal })
      }, signal),
  })
}

export function annotationsQuery(projectId: string, { from, to }: DayRange) {
  return queryOptions({
    queryKey: ['insight-annotations', projectId, from, to],
    queryFn: ({ signal }): Promise<InsightAnnotation[]> =>
      findAll((page) => {
        const filters = { project: { id: { $eq: projectId } }, day: { $gte: from, $lte: to } }
        const query = { filters, populate: ['createdBy'], sort: 'day', pagination: { page, pageSize: 100 } }
        return call('insightAnnotationsFind', { query, signal })
      }, signal),
  })
}

/** The brand of the agency that the project's reports are from; null for Earshot's. */
export function brandQuery(projectId: string) {
  return queryOptions({
    queryKey: ['brand', projectId],
    staleTime: brandStaleMs,
    queryFn: async ({ signal }) => (await call('projectBrandFind', { id: projectId, signal })).data,
  })
}

/** Returns the communities in which leads were found, for filters. */
export function communitiesQuery(projectId: string) {
  return queryOptions({
    queryKey: ['lead-filters', projectId],
    queryFn: async ({ signal }) => (await call('leadFiltersFind', { id: projectId, signal })).data,
  })
}

/** Returns the members who may receive reports, by email. */
export function membersQuery(projectId: string) {
  return queryOptions({
    queryKey: ['members', projectId, 'recipients'],
    queryFn: async ({ signal }) => {
      const members = await findAll((page) => {
        const filters = { project: { id: { $eq: projectId } }, status: { $eq: 'active' } }
        const query = { filters, populate: ['user'], sort: 'email:asc', pagination: { page, pageSize: 100 } }
        return call('membersFind', { query, signal })
      }, signal)
      return members.flatMap(({ user }) => (user ? [{ id: user.id, name: user.email }] : []))
    },
  })
}

/** Returns the links that show boards or reports of a project, newest first. */
export function sharesQuery(projectId: string) {
  return queryOptions({
    queryKey: ['insight-shares', projectId],
    queryFn: ({ signal }): Promise<InsightShare[]> =>
      findAll((page) => {
        const filters = { project: { id: { $eq: projectId } } }
        const query = { filters, sort: 'createdAt:desc', pagination: { page, pageSize: 100 } }
        return call('insightSharesFind', { query, signal })
      }, signal),
  })
}
