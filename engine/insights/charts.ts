import { canGroup, type Grouping, groupings, type Metric, metricRules } from './metrics.ts'
import { isQuoteKind, type QuoteKind } from './quote-kinds.ts'

export type Chart = 'line' | 'bar' | 'area' | 'table' | 'number' | 'heatmap' | 'funnel' | 'quotes'

/** What is counted, how it is grouped, and how it is drawn. */
export interface Shape {
  metric: Metric | QuoteKind
  groupBy: Grouping
  breakdown: Grouping | null
  chart: Chart
}

const times: readonly Grouping[] = ['day', 'week', 'month']

/** Returns what a metric can be grouped by, alone or with a second grouping. */
export function groupingsFor(metric: Shape['metric']): Grouping[] {
  if (isQuoteKind(metric)) return []
  return groupings.filter((groupBy) => breakdownsFor(metric, groupBy).length > 0)
}

/** Returns the second groupings beside a first; null: none is needed. */
export function breakdownsFor(metric: Shape['metric'], groupBy: Grouping): (Grouping | null)[] {
  if (isQuoteKind(metric)) return [null]
  return [null, ...metricRules[metric].groupings].filter((breakdown) => canGroup(metric, groupBy, breakdown))
}

/** Returns how a metric can be drawn, the usual one first. */
export function chartsFor({ metric, groupBy, breakdown }: Omit<Shape, 'chart'>): Chart[] {
  if (isQuoteKind(metric)) return ['quotes']
  if (metric === 'funnel') return ['funnel', 'table']
  const pair = [groupBy, breakdown]
  if (pair.includes('hour') && pair.includes('weekday')) return ['heatmap', 'table']
  if (!times.includes(groupBy)) return ['bar', 'table']
  return breakdown === null ? ['line', 'bar', 'area', 'number', 'table'] : ['line', 'area', 'bar', 'table']
}

/** Returns a shape that can be drawn, as close to the given one as possible. The metric stays. */
export function drawable<Given extends Shape>(shape: Given): Given {
  const { metric } = shape
  const groups = groupingsFor(metric)
  const groupBy = isQuoteKind(metric) || groups.includes(shape.groupBy) ? shape.groupBy : (groups[0] ?? shape.groupBy)
  const breakdowns = breakdownsFor(metric, groupBy)
  const breakdown = breakdowns.includes(shape.breakdown) ? shape.breakdown : (breakdowns[0] ?? null)
  const charts = chartsFor({ metric, groupBy, breakdown })
  return { ...shape, groupBy, breakdown, chart: charts.includes(shape.chart) ? shape.chart : charts[0]! }
}
