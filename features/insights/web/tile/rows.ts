import { periodText, valueText } from '#platform/ui/charts/chart-data.ts'
import type { InsightSeries } from '../../contract-series.ts'
import { comparisonNames, groupingNames, metricNames } from '../labels.ts'
import type { SeriesQuery } from '../queries.ts'
import { periodOf } from './model.ts'

/** The values of a chart as a table. */
export interface Rows {
  head: string[]
  /** The name of the group, then the value of each column. */
  rows: { key: string; label: string; values: (number | null)[] }[]
}

/** Returns all values of a chart, with those of the comparison. */
export function rowsOf({ groups, series, before }: InsightSeries, query: SeriesQuery): Rows {
  const period = periodOf(query.groupBy)
  const single = query.breakdown === null
  const earlier = single ? before?.series[0] : undefined
  return {
    head: [
      groupingNames[query.groupBy],
      ...(single ? [metricNames[query.metric]] : series.map(({ label }) => label)),
      ...(earlier ? [comparisonNames[query.compare]] : []),
    ],
    rows: groups.map(({ key, label }, index) => ({
      key,
      label: period ? periodText(key, { period }) : label,
      values: [
        ...(single ? series.slice(0, 1) : series).map(({ values }) => values[index] ?? null),
        ...(earlier ? [earlier.values[index] ?? null] : []),
      ],
    })),
  }
}

/** Returns the cells of a table as text. */
export function textsOf({ head, rows }: Rows, unit: InsightSeries['unit']): string[][] {
  return [head, ...rows.map(({ label, values }) => [label, ...values.map((value) => valueText(value, { unit }))])]
}

/** Returns the cells of a table for a CSV file, with plain numbers. */
export function csvCellsOf({ head, rows }: Rows): (string | number)[][] {
  return [head, ...rows.map(({ label, values }) => [label, ...values.map((value) => value ?? '')])]
}
