import type { Unit } from './metrics.ts'

interface Counted {
  series: readonly { label: string; values: readonly (number | null)[]; total: number | null }[]
}

/** The numbers of a chart, as the API answers them. */
export interface ChartNumbers extends Counted {
  unit: Unit
  groups: readonly { key: string; label: string }[]
  before: Counted | null
}

/** The numbers of a chart as a table: the group's label, then a value for each column. */
export interface ChartTable {
  columns: string[]
  rows: { label: string; values: (number | null)[] }[]
}

/** Returns a chart as a table, with a column for each series, or for one without a breakdown that of the comparison. */
export function chartTable(
  { groups, series, before }: ChartNumbers,
  { value, earlier, isBrokenDown }: { value: string; earlier: string; isBrokenDown: boolean },
): ChartTable {
  const [first] = series
  const compared = isBrokenDown ? undefined : before?.series[0]
  const shown = isBrokenDown ? series : first ? [{ ...first, label: value }] : []
  const columns = [...shown, ...(compared ? [{ ...compared, label: earlier }] : [])]
  return {
    columns: columns.map(({ label }) => label),
    rows: groups.map(({ label }, index) => ({ label, values: columns.map(({ values }) => values[index] ?? null) })),
  }
}
