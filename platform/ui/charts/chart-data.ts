import type { Day } from './days.ts'

interface Series {
  label: string
  /** One a day, 0 or more; null where nothing is known. */
  values: readonly (number | null)[]
}

/** Numbers by day: every series has as many values as there are days. At most four series. */
export interface ChartData {
  days: readonly Day[]
  series: readonly Series[]
}

/** How the series are told apart: by colour and, for those who see no difference there, by dash (in px). */
export const strokes = [
  { color: '--color-chart-1', dash: [] },
  { color: '--color-chart-2', dash: [6, 3] },
  { color: '--color-chart-3', dash: [2, 3] },
  { color: '--color-chart-4', dash: [9, 3, 2, 3] },
] as const

const count = new Intl.NumberFormat('en')

/** A value in words; a dash where it is not known. */
export function valueText(value: number | null | undefined): string {
  return value === null || value === undefined ? '–' : count.format(value)
}
