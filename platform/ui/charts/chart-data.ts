import type { Day } from './days.ts'

interface Series {
  label: string
  /** One value per day, 0 or more; null if unknown. */
  values: readonly (number | null)[]
}

/** Values by day, one per day for each series. At most four series. */
export interface ChartData {
  days: readonly Day[]
  series: readonly Series[]
}

/** The color and dash (in px) of each series. The dash is for readers who can't distinguish the colors. */
export const strokes = [
  { color: '--color-chart-1', dash: [] },
  { color: '--color-chart-2', dash: [6, 3] },
  { color: '--color-chart-3', dash: [2, 3] },
  { color: '--color-chart-4', dash: [9, 3, 2, 3] },
] as const

const count = new Intl.NumberFormat('en')

/** Returns a value as text; a dash if unknown. */
export function valueText(value: number | null | undefined): string {
  return value === null || value === undefined ? '–' : count.format(value)
}
