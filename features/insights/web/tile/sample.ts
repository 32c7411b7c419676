import { type Group, orderedGroups } from '#engine/insights/groups.ts'
import { type Grouping, metricRules } from '#engine/insights/metrics.ts'
import type { InsightSeries } from '../../contract-series.ts'
import type { SeriesQuery } from '../queries.ts'

/** As many as the charts of projects have. */
const groupsMost = 750

const names: Partial<Record<Grouping, readonly string[]>> = {
  subreddit: ['r/smallbusiness', 'r/startups', 'r/freelance', 'r/sales', 'r/Entrepreneur'],
  keyword: ['simple crm', 'client tracker', 'sales pipeline', 'follow up'],
  competitor: ['Rival One', 'Rival Two', 'Rival Three'],
  name: ['Your brand', 'Rival One', 'Rival Two'],
  kind: ['Brand', 'Competitors', 'Industry'],
  sentiment: ['Positive', 'Neutral', 'Negative'],
  band: ['Wants it now', 'Has the problem'],
  state: ['New', 'Replied', 'Rejected'],
  source: ['Reddit', 'RSS'],
}

function groupsOf(grouping: Grouping, { from, to }: SeriesQuery): Group[] {
  const ordered = orderedGroups(grouping, { from, to }, groupsMost)
  return ordered ? ordered.groups : (names[grouping] ?? []).map((label) => ({ key: label, label }))
}

/** Returns made-up numbers in the shape of a chart, the same ones each time. */
export function sampleSeries(query: SeriesQuery): InsightSeries {
  const { metric, groupBy, breakdown, from, to } = query
  const { unit } = metricRules[metric]
  const groups = groupsOf(groupBy, query)
  const rows = breakdown === null ? [{ key: 'all', label: 'All' }] : groupsOf(breakdown, query)
  const series = rows.map((row, index) => {
    const values = groups.map((_, at) => valueAt(query, at, index))
    return { ...row, values, total: totalOf(values, unit) }
  })
  return {
    ...{ from, to, unit, groups, series, before: null, leftOut: 0 },
    // Of shares, the brand's.
    total:
      metric === 'shareOfVoice'
        ? shares[0]!
        : totalOf(
            series.map(({ total }) => total),
            unit,
          ),
    countedAt: `${to}T00:00:00.000Z`,
  }
}

function valueAt({ metric, groupBy, breakdown }: SeriesQuery, at: number, row: number): number {
  if (metric === 'shareOfVoice') return breakdown === null ? (shares[at] ?? 0) : shareAt(at, row)
  if (metric === 'funnel') return [240, 180, 64, 21, 6][at] ?? 0
  // A wave that never repeats, so that it looks like counted days.
  const wave = 1 + Math.sin(at * 0.9 + row * 2) * 0.35 + Math.sin(at * 0.37 + row) * 0.3
  const { unit } = metricRules[metric]
  if (unit === 'percent')
    return Math.round(Math.min(95, (60 / (row + 1)) * wave * (metric === 'sentiment' ? 0.6 : 0.9)))
  if (unit === 'seconds') return Math.round(5400 * wave)
  const isTime = ['day', 'week', 'month', 'hour'].includes(groupBy)
  return Math.round((isTime ? 8 / (row + 1) : 60 / (at + 1)) * wave)
}

/** The shares of the names, which make up 100. */
const shares = [52, 31, 17]

function shareAt(at: number, row: number): number {
  const shift = Math.round(Math.sin(at * 0.6) * 8)
  const half = Math.round(shift / 2)
  return (shares[row] ?? 0) + ([shift, -half, half - shift][row] ?? 0)
}

function totalOf(values: readonly number[], unit: InsightSeries['unit']): number {
  const sum = values.reduce((all, value) => all + value, 0)
  return unit === 'count' ? sum : Math.round(sum / Math.max(1, values.length))
}
