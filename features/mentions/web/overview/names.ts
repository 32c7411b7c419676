import { periodOf } from '#engine/mentions/periods.ts'
import { shareDays, sharesOf } from '#engine/mentions/share.ts'
import { placeName } from '#engine/places/places.ts'
import type { ChartData } from '#platform/ui/charts/chart-data.ts'
import type { MentionSpike, MentionTrends, NameTrend } from '../../contract.ts'
import { feelingNames, mentionsText } from '../labels.ts'
import { comparedMost, type Feeling, type Measure, type View } from '../view.ts'

/** Returns how often a name was mentioned. */
export function sumOf({ positive, neutral, negative, unknown }: Omit<NameTrend, 'counts' | 'id' | 'kind' | 'phrase'>) {
  return positive + neutral + negative + unknown
}

/** What decides on the names that a view is about. */
type NameChoice = Pick<View, 'tab' | 'compared' | 'names'>

/**
 * Returns the names that a view is about, most mentions first: those compared, or else those that its list is filtered
 * by, or else those of the tab. The brand is seen among the others.
 */
export function namesIn(trends: MentionTrends, view: NameChoice): NameTrend[] {
  const { names } = trends
  const { tab, compared } = view
  const chosen = names.filter(({ id }) => compared.includes(id))
  if (chosen.length >= 2) return chosen
  const filtered = filteredNames(trends, view)
  if (tab !== 'brand') return filtered.length > 0 ? filtered : names.filter(({ kind }) => tab === 'all' || kind === tab)
  const brand = names.filter(({ kind }) => kind === 'brand')
  return [...brand, ...(filtered.length > 0 ? filtered : names.filter(({ kind }) => kind === 'competitor'))]
}

/** Returns the names that a view's list is filtered by. All names of the brand are one here, so none of them. */
function filteredNames({ names }: MentionTrends, { compared, names: wanted }: NameChoice): NameTrend[] {
  return compared.length >= 2 ? [] : names.filter(({ id, kind }) => kind !== 'brand' && wanted.includes(id))
}

/** Returns which filters of the list the charts use, in words; null if none. */
export function filtersText(trends: MentionTrends, view: View): string | null {
  const { communities, feelings, text } = view
  const parts = [
    ...filteredNames(trends, view).map(({ phrase }) => phrase),
    ...communities.map((community) => placeName(community)),
    ...feelings.map((feeling) => feelingNames[feeling].toLowerCase()),
    ...(text === '' ? [] : [`“${text}”`]),
  ]
  if (parts.length === 0) return null
  const more = parts.length - filtersShown
  return `${parts.slice(0, filtersShown).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

/** How many filters are named. */
const filtersShown = 4

/** Returns the names of a view that its chart shows. */
export function chartedNames(trends: MentionTrends, view: NameChoice): NameTrend[] {
  return namesIn(trends, view).slice(0, comparedMost)
}

/** Returns labels for names, in the same order. Names with the same phrase also get their kind. */
export function labelsOf(names: readonly Pick<NameTrend, 'kind' | 'phrase'>[]): string[] {
  const counted = Map.groupBy(names, ({ phrase }) => phrase)
  return names.map(({ phrase, kind }) => (counted.get(phrase)!.length > 1 ? `${phrase} (${kind})` : phrase))
}

/** Returns the view that lists the mentions of a name that a chart counts, handled or not. */
export function listOf(view: View, { id, kind }: Pick<NameTrend, 'id' | 'kind'>, feeling: Feeling | null): View {
  // The tab of the brand lists all its names.
  const names = kind === 'brand' ? [] : [id]
  return { ...view, tab: kind, status: 'all', names, feelings: feeling === null ? view.feelings : [feeling] }
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
