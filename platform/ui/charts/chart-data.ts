import type { Day } from './days.ts'
import { dayText } from './days.ts'

interface Series {
  label: string
  /** One value per period, 0 or more; null if unknown. */
  values: readonly (number | null)[]
}

/** A period that stands out. */
interface ChartMark {
  /** Its index in the days. */
  index: number
  /** A short name, shown in the drawing. */
  label: string
  text: string
}

/** Values by day or week, one per period for each series. At most four series. */
export interface ChartData {
  /** The first day of each period. */
  days: readonly Day[]
  series: readonly Series[]
  /** `day` by default. */
  period?: 'day' | 'week'
  /** `count` by default. */
  unit?: 'count' | 'percent'
  marks?: readonly ChartMark[]
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
export function valueText(value: number | null | undefined, { unit }: Pick<ChartData, 'unit'> = {}): string {
  if (value === null || value === undefined) return '–'
  return unit === 'percent' ? `${count.format(value)}%` : count.format(value)
}

/** Returns the name of a period. */
export function periodText(day: Day, { period }: Pick<ChartData, 'period'>): string {
  return period === 'week' ? `Week of ${dayText(day)}` : dayText(day)
}

/** Returns the texts of a period's marks. */
export function marksAt({ marks = [] }: Pick<ChartData, 'marks'>, index: number): string[] {
  return marks.filter((mark) => mark.index === index).map(({ label, text }) => `${label}: ${text}`)
}
