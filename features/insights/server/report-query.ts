import type { Grouping } from '#engine/insights/metrics.ts'
import { isQuoteKind } from '#engine/insights/quote-kinds.ts'
import { dayAfter, daysOf } from '#engine/mentions/periods.ts'
import type { ReportDefinition } from '../contract.ts'
import type { InsightSeriesQuery } from '../contract-series.ts'

/** The most days that a chart shows one by one; more are shown by week. */
const singleDaysMost = 92

/** Returns the days that a report shows, the last of them included. */
export function periodUntil(to: string, days: number): { from: string; to: string } {
  return { from: dayAfter(to, 1 - days), to }
}

/** Returns what to count for a report or tile. Null for quotes, which are not counted so. */
export function queryOf(
  { metric, groupBy, breakdown, compare, subreddits }: ReportDefinition,
  { from, to }: { from: string; to: string },
): InsightSeriesQuery | null {
  if (isQuoteKind(metric)) return null
  const isLong = daysOf(from, to).length > singleDaysMost
  const shown = <Group extends Grouping | null>(group: Group) => (isLong && group === 'day' ? 'week' : group)
  return { metric, groupBy: shown(groupBy), breakdown: shown(breakdown), from, to, compare, subreddits }
}
