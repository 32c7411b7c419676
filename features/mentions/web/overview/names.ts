import { periodOf } from '#engine/mentions/periods.ts'
import { shareDays, sharesOf } from '#engine/mentions/share.ts'
import type { ChartData } from '#platform/ui/charts/chart-data.ts'
import type { MentionSpike, MentionTrends, NameTrend } from '../../contract.ts'
import { mentionsText } from '../labels.ts'
import { comparedMost, type Feeling, type Measure, noFilters, type View } from '../view.ts'

/** Returns how often a name was mentioned. */
export function sumOf({ positive, neutral, negative, unknown }: Omit<NameTrend, 'counts' | 'id' | 'kind' | 'phrase'>) {
  return positive + neutral + negative + unknown
}

/**
 * Returns the names that a view is about, most mentions first: those compared, or else those of the tab. The brand is
 * seen among its competitors.
 */
export function namesIn({ names }: MentionTrends, { tab, compared }: Pick<View, 'tab' | 'compared'>): NameTrend[] {
  const chosen = names.filter(({ id }) => compared.includes(id))
  if (chosen.length >= 2) return chosen
  if (tab !== 'brand') return names.filter(({ kind }) => kind === tab)
  const brand = names.filter(({ kind }) => kind === 'brand')
  return [...brand, ...names.filter(({ kind }) => kind === 'competitor')]
}

/** Returns the names of a view that its chart shows. */
export function chartedNames(trends: MentionTrends, view: Pick<View, 'tab' | 'compared'>): NameTrend[] {
  return namesIn(trends, view).slice(0, comparedMost)
}

/** Returns labels for names, in the same order. Names with the same phrase also get their kind. */
export function labelsOf(names: readonly Pick<NameTrend, 'kind' | 'phrase'>[]): string[] {
  const counted = Map.groupBy(names, ({ phrase }) => phrase)
  return names.map(({ phrase, kind }) => (counted.get(phrase)!.length > 1 ? `${phrase} (${kind})` : phrase))
}

/** Returns the view that lists the mentions of a name, handled or not, in the same time. */
export function listOf(view: View, { id, kind }: Pick<NameTrend, 'id' | 'kind'>, feeling: Feeling | null): View {
  // The tab of the brand lists all its names.
  const names = kind === 'brand' ? [] : [id]
  return { ...view, ...noFilters, tab: kind, status: 'all', names, feelings: feeling === null ? [] : [feeling] }
}

/** Returns what a chart shows: a share says something only if at least two of its names were mentioned. */
export function measureOf(names: readonly NameTrend[], measure: Measure): Measure {
  return names.filter((name) => sumOf(name) > 0).length < 2 ? 'mentions' : measure
}

/** Returns over how many periods the share of a chart is counted: few mentions make the share of a day erratic. */
export function shareWindow({ unit, periods }: Pick<MentionTrends, 'unit' | 'periods'>): number {
  return unit === 'day' && periods.length > shareDays ? shareDays : 1
}

/** Returns the chart over time of some names, with a numbered mark for each spike; without days if there is nothing. */
export function chartOf(
  trends: MentionTrends,
  names: readonly NameTrend[],
  spikes: readonly MentionSpike[],
  measure: Measure,
): ChartData {
  const { unit, periods } = trends
  const counts = names.map((name) => name.counts)
  if (names.every((name) => sumOf(name) === 0)) return { days: [], series: [] }
  const values = measure === 'share' ? sharesOf(counts, shareWindow(trends)) : counts
  return {
    days: periods,
    period: unit,
    unit: measure === 'share' ? 'percent' : 'count',
    series: labelsOf(names).map((label, index) => ({ label, values: values[index]! })),
    marks: spikes.flatMap(({ day, phrase, mentions }, number) => {
      const index = periods.indexOf(periodOf(day, unit))
      return index < 0 ? [] : [{ index, label: String(number + 1), text: `${phrase}, ${mentionsText(mentions)}` }]
    }),
  }
}
