import { funnelSteps } from '#engine/insights/metrics.ts'
import {
  type Category,
  type ChartData,
  type ChartUnit,
  type FunnelStep,
  type TimeChartKind,
  valueText,
} from '#platform/ui/charts/chart-data.ts'
import type { ReportDefinition } from '../../contract.ts'
import type { InsightSeries } from '../../contract-series.ts'
import { comparisonNames, metricNames } from '../labels.ts'
import type { SeriesQuery } from '../queries.ts'

/** How a chart is drawn, and with which values. */
export type Drawing =
  | { kind: 'time'; chart: TimeChartKind; data: ChartData; leftOut: number }
  | { kind: 'bars'; categories: Category[]; legend: string[]; leftOut: number }
  | {
      kind: 'hours'
      hours: Group[]
      rows: (Group & { values: (number | null)[] })[]
      best: string | null
    }
  | { kind: 'funnel'; steps: FunnelStep[] }
  | { kind: 'number'; values: (number | null)[] }
  | { kind: 'table' }

type Chart = ReportDefinition['chart']
type Group = InsightSeries['groups'][number]

/** The most lines or areas that can be told apart. */
const seriesMost = 4
/** The most bars of a chart; the table has all. */
const barsMost = 12

const times = ['day', 'week', 'month'] as const

/** Returns the kind of period of a grouping; null if it groups by something else. */
export function periodOf(grouping: string | null): (typeof times)[number] | null {
  return times.find((time) => time === grouping) ?? null
}

/** Returns how to draw the numbers of a chart. */
export function drawingOf(series: InsightSeries, query: SeriesQuery, chart: Chart): Drawing {
  if (chart === 'table') return { kind: 'table' }
  if (chart === 'number') return { kind: 'number', values: series.series[0]?.values ?? [] }
  if (query.metric === 'funnel') return { kind: 'funnel', steps: stepsOf(series) }
  if (chart === 'heatmap') return hoursOf(series, query)
  const period = periodOf(query.groupBy)
  return period ? timeOf(series, query, chart, period) : barsOf(series)
}

function timeOf(
  { groups, series, before, unit, leftOut }: InsightSeries,
  { metric, breakdown, compare }: SeriesQuery,
  chart: Chart,
  period: 'day' | 'week' | 'month',
): Drawing {
  const shown = series
    .slice(0, seriesMost)
    .map(({ label, values }) => ({ label: breakdown === null ? metricNames[metric] : label, values }))
  const [earlier] = before?.series ?? []
  const compared = breakdown === null && earlier && chart !== 'bar'
  if (compared)
    shown.push({ label: comparisonNames[compare], values: groups.map((_, index) => earlier.values[index] ?? null) })
  const isWhole = breakdown !== null && shown.length > 1 && unit === 'count'
  return {
    kind: 'time',
    chart:
      chart === 'bar'
        ? isWhole
          ? 'stackedBars'
          : shown.length > 1
            ? 'line'
            : 'bars'
        : chart === 'area'
          ? isWhole
            ? 'stacked'
            : 'area'
          : 'line',
    data: { days: groups.map(({ key }) => key), series: shown, period, unit },
    leftOut: leftOut + Math.max(0, series.length - seriesMost),
  }
}

function barsOf({ groups, series, before, unit, leftOut }: InsightSeries): Drawing {
  const hasParts = unit === 'count' && series.length > 1
  const parts = series.slice(0, 6)
  const categories = groups.slice(0, barsMost).map(({ key, label }, index): Category => {
    const value = hasParts
      ? sumOf(series.map(({ values }) => values[index] ?? null))
      : (series[0]?.values[index] ?? null)
    const earlier = before && sumOf(before.series.map(({ values }) => values[index] ?? null))
    return {
      ...{ key, label, value },
      ...(before && !hasParts && { before: earlier }),
      ...(hasParts && { parts: parts.map((part) => ({ label: part.label, value: part.values[index] ?? 0 })) }),
    }
  })
  return {
    kind: 'bars',
    categories,
    legend: hasParts ? parts.map(({ label }) => label) : [],
    leftOut: leftOut + Math.max(0, groups.length - barsMost),
  }
}

/** Returns the hours across and the weekdays down, whichever of both was grouped by first. */
function hoursOf({ groups, series }: InsightSeries, { groupBy }: SeriesQuery): Drawing {
  const byHour = groupBy === 'hour'
  const columns = (byHour ? groups : series).map(({ key, label }) => ({ key, label }))
  const rows = (byHour ? series : groups).map(({ key, label }, row) => ({
    ...{ key, label },
    values: columns.map((_, column) => series[byHour ? row : column]?.values[byHour ? column : row] ?? null),
  }))
  const cells = rows.flatMap(({ label, values }) =>
    values.map((value, column) => ({ value: value ?? 0, label: `${label} ${columns[column]!.label}` })),
  )
  const most = cells.reduce((best, cell) => (cell.value > best.value ? cell : best), { value: 0, label: '' })
  return {
    kind: 'hours',
    hours: columns,
    rows,
    best: most.value > 0 ? most.label : null,
  }
}

function stepsOf({ groups, series, before }: InsightSeries): FunnelStep[] {
  return funnelSteps.flatMap((step) => {
    const index = groups.findIndex(({ key }) => key === step)
    if (index < 0) return []
    return {
      ...{ key: step, label: groups[index]!.label, value: series[0]?.values[index] ?? 0 },
      ...(before && { before: before.series[0]?.values[index] ?? null }),
    }
  })
}

function sumOf(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null)
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0)
}

/** Returns whether a chart has nothing to show. */
export function isEmpty({ series }: InsightSeries): boolean {
  return series.every(({ values }) => values.every((value) => value === null || value === 0))
}

/** Returns how much a total differs from that of the compared period. Null if that can't be said. */
export function changeOf({ total, before, unit }: Pick<InsightSeries, 'total' | 'before' | 'unit'>): string | null {
  const earlier = before?.total
  if (total === null || earlier === null || earlier === undefined) return null
  const difference = total - earlier
  if (difference === 0) return 'no change'
  const sign = difference > 0 ? '+' : '−'
  return `${sign}${amountOf(Math.abs(difference), earlier, unit)}`
}

function amountOf(difference: number, earlier: number, unit: ChartUnit): string {
  if (unit === 'seconds') return valueText(difference, { unit })
  if (unit === 'percent') return `${valueText(difference)} points`
  const percent = Math.round((difference / earlier) * 100)
  // 0% says that nothing changed, and 180,000% says little.
  return percent >= 1 && percent < 1000 ? `${valueText(percent)}%` : valueText(difference)
}
