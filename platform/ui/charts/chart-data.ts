import type { Unit } from '#engine/insights/metrics.ts'
import { valueText as textOf } from '#engine/insights/value-text.ts'
import type { Day } from './days.ts'
import { dayText } from './days.ts'

interface Series {
  label: string
  /** One value per period, 0 or more; null if unknown. */
  values: readonly (number | null)[]
}

/** A period that stands out. */
export interface ChartMark {
  /** Its index in the days. */
  index: number
  /** A short name, shown in the drawing. */
  label: string
  text: string
}

export type ChartUnit = Unit

/** `stacked`: areas or bars on top of each other, whose values add up to a whole. */
export type TimeChartKind = 'line' | 'bars' | 'area' | 'stacked' | 'stackedBars'

/** Values by day, week, or month, one per period for each series. At most four series. */
export interface ChartData {
  /** The first day of each period. */
  days: readonly Day[]
  series: readonly Series[]
  /** `day` by default. */
  period?: 'day' | 'week' | 'month'
  /** `count` by default. */
  unit?: ChartUnit
  marks?: readonly ChartMark[]
}

interface CategoryPart {
  label: string
  value: number
}

/** A bar: a community, a keyword, or another group. */
export interface Category {
  key: string
  label: string
  /** Null if there is nothing to measure. */
  value: number | null
  /** The value of the compared period; undefined if nothing is compared. */
  before?: number | null
  /** The parts of a count, in the order of the legend. */
  parts?: readonly CategoryPart[]
}

/** A step of a funnel. */
export interface FunnelStep {
  key: string
  label: string
  value: number
  /** The value of the compared period; undefined if nothing is compared. */
  before?: number | null
}

/** The color and dash (in px) of each series. The dash is for readers who can't distinguish the colors. */
export const strokes = [
  { color: '--color-chart-1', dash: [] },
  { color: '--color-chart-2', dash: [6, 3] },
  { color: '--color-chart-3', dash: [2, 3] },
  { color: '--color-chart-4', dash: [9, 3, 2, 3] },
] as const

const month = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** Returns a value as text; a dash if unknown. */
export function valueText(value: number | null | undefined, { unit = 'count' }: Pick<ChartData, 'unit'> = {}): string {
  return textOf(value ?? null, unit)
}

/** Returns the name of a period. */
export function periodText(day: Day, { period }: Pick<ChartData, 'period'>): string {
  if (period === 'month') return month.format(new Date(`${day}T00:00:00Z`))
  return period === 'week' ? `Week of ${dayText(day)}` : dayText(day)
}

/** The name of each kind of period. */
export const periodNames = { day: 'Day', week: 'Week', month: 'Month' } as const

/** Returns the texts of a period's marks. */
export function marksAt({ marks = [] }: Pick<ChartData, 'marks'>, index: number): string[] {
  return marks.filter((mark) => mark.index === index).map(({ label, text }) => `${label}: ${text}`)
}
