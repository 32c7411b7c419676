import { comparedPeriod, type Group, orderedGroups } from '#engine/insights/groups.ts'
import { funnelSteps, type Grouping, metricRules } from '#engine/insights/metrics.ts'
import { dayAfter } from '#engine/mentions/periods.ts'
import { shareDays, sharesOf } from '#engine/mentions/share.ts'
import { ApiError } from '#platform/contract/errors.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { readOnly, type Transaction, transaction } from '#platform/server/database/database.ts'
import { requireRight } from '#platform/server/permissions/rights.ts'
import {
  groupsMax,
  type InsightSeries,
  type InsightSeriesQuery,
  type InsightSeriesRow,
  seriesMax,
} from '../../contract-series.ts'
import { type Counts, count, type Keys } from './count.ts'
import { type Asked, type Facts, has } from './facts.ts'
import { funnelOf } from './funnel.ts'
import { labelsOf } from './labels.ts'
import { type Place, placeOf, type Range } from './place.ts'
import { storedFacts } from './stored-facts.ts'
import { workFacts } from './work-facts.ts'

/** How many days are counted where nobody says which. */
const usualDays = 30

/** Returns the numbers of a chart, for members who may read reports. Has changes counted that aren't yet. */
export async function readInsightSeries(
  ctx: Ctx,
  { id, query }: { id: string; query: InsightSeriesQuery },
): Promise<InsightSeries> {
  requireRight(ctx, id, 'readReports')
  const series = await readOnly(ctx, (tx) => seriesOf(ctx, tx, id, query))
  if (series.countedAt < ctx.now().toISOString()) {
    await transaction(ctx, (tx) => ctx.queue.send(tx, 'insights', {}), { onlyProject: id })
  }
  return series
}

/**
 * Does the same in a transaction that sees the project, for callers that have checked that it may be read. Throws
 * NotFoundError.
 */
export async function seriesOf(
  ctx: Ctx,
  tx: Transaction,
  projectId: string,
  query: InsightSeriesQuery,
): Promise<InsightSeries> {
  const place = await placeOf(ctx, tx, projectId)
  const { to = place.today, compare } = query
  const from = query.from ?? dayAfter(to, 1 - usualDays)
  if (from > to) throw new ApiError('ValidationError', 'from must not be after to')
  const communities = query.subreddits.map((each) => each.toLowerCase())
  const now = await counted(tx, place, { from, to, communities }, query)
  const range = compare === 'none' ? null : { ...comparedPeriod({ from, to }, compare), communities }
  const before = range && (await counted(tx, place, range, query, now))
  return {
    ...{ from, to, series: now.series, total: now.total },
    unit: metricRules[query.metric].unit,
    groups: now.groups,
    before: range && before && { from: range.from, to: range.to, series: before.series, total: before.total },
    leftOut: now.leftOut,
    countedAt: place.countedAt,
  }
}

interface Counted {
  groups: Group[]
  series: InsightSeriesRow[]
  total: number | null
  leftOut: number
}

/** Counts a period. One that is compared has the groups and series of the other, times by their position. */
async function counted(
  tx: Transaction,
  place: Place,
  range: Range,
  asked: Asked,
  compared?: Counted,
): Promise<Counted> {
  if (asked.metric === 'funnel') return countedFunnel(tx, place, range)
  const groups = keysOf(asked.groupBy, range, compared?.groups, groupsMax, place)
  const series = keysOf(asked.breakdown, range, compared?.series, seriesMax, place)
  const facts = storedFacts(place, range, asked) ?? workFacts(place, range, asked)
  const counts = await count(tx, facts, groups.keys, series.keys)
  const valueAt = asked.metric === 'shareOfVoice' ? sharesIn(counts, asked) : countsIn(counts, facts)
  const isFuture = (key: string) => groups.isTime && key > place.today
  const labels = (grouping: Grouping | null, known: Group[] | null, keys: readonly string[]) =>
    label(tx, place, range, { grouping, known, keys, spelled: counts.spelled })
  const shownGroups = await labels(asked.groupBy, groups.groups, counts.groups)
  const shownSeries = await labels(asked.breakdown, series.groups, counts.series)
  const rows = shownSeries.map(({ key, label }) => {
    const values = shownGroups.map((group) => (isFuture(group.key) ? null : valueAt(group.key, key)))
    const padding = compared ? compared.groups.slice(values.length).map(() => null) : []
    const shown = compared ? [...values, ...padding].slice(0, compared.groups.length) : values
    return { key, label, values: shown, total: valueAt(null, key) }
  })
  return {
    groups: shownGroups,
    series: rows,
    total: await totalOf(tx, place, range, { asked, counts, facts }),
    leftOut: counts.leftOut + groups.leftOut + series.leftOut,
  }
}

/** Returns the keys to count, with the groups they stand for where all are known. */
function keysOf(
  grouping: Grouping | null,
  range: Range,
  compared: readonly Group[] | undefined,
  most: number,
  { id }: Place,
): { keys: Keys; groups: Group[] | null; isTime: boolean; leftOut: number } {
  const isTime = grouping === 'day' || grouping === 'week' || grouping === 'month'
  // All hours are shown, so that none is missing beside the weekdays.
  const ordered = grouping && orderedGroups(grouping, range, grouping === 'hour' ? 24 : most)
  if (ordered) return { keys: ordered.groups.map(({ key }) => key), ...ordered, isTime }
  if (compared) return { keys: compared.map(({ key }) => key), groups: [...compared], isTime, leftOut: 0 }
  if (grouping === null) return { keys: ['all'], groups: [{ key: 'all', label: 'All' }], isTime, leftOut: 0 }
  // The brand is compared even if nobody mentions it.
  return { keys: { most, always: grouping === 'name' ? [id] : [] }, groups: null, isTime, leftOut: 0 }
}

async function label(
  tx: Transaction,
  place: Place,
  range: Range,
  {
    grouping,
    known,
    ...of
  }: {
    grouping: Grouping | null
    known: Group[] | null
    keys: readonly string[]
    spelled: ReadonlyMap<string, string>
  },
): Promise<Group[]> {
  if (known || grouping === null) return known ?? []
  const labelOf = await labelsOf(tx, place, range, { grouping, ...of })
  return of.keys.map((key) => ({ key, label: labelOf(key) }))
}

type ValueAt = (group: string | null, series: string) => number | null

/** Where nothing was counted, a sum is 0, and a share or median isn't known. */
function countsIn(counts: Counts, { how }: Facts): ValueAt {
  return (group, series) => counts.at(group, series) ?? (how === 'sum' ? 0 : null)
}

/** Returns each name's share of all names, by day over the last days, as in the trends of mentions. */
function sharesIn(counts: Counts, { groupBy, breakdown }: Asked): ValueAt {
  const share = (part: number | null, all: number | null) => (all ? Math.round(((part ?? 0) / all) * 1000) / 10 : null)
  if (groupBy === 'name') {
    return (name, series) => (name === null ? null : share(counts.at(name, series), counts.at(null, series)))
  }
  if (breakdown !== 'name') return () => null
  const { groups, series } = counts
  const others = groups.map((group) => {
    const shown = series.reduce((sum, name) => sum + (counts.at(group, name) ?? 0), 0)
    return (counts.at(group, null) ?? 0) - shown
  })
  const byName = series.map((name) => groups.map((group) => counts.at(group, name) ?? 0))
  const shares = sharesOf([...byName, others], groupBy === 'day' ? shareDays : 1)
  return (group, name) =>
    group === null
      ? share(counts.at(null, name), counts.at(null, null))
      : (shares[series.indexOf(name)]?.[groups.indexOf(group)] ?? null)
}

/** Returns the value of the whole period, however it is grouped; of shares, the brand's. */
async function totalOf(
  tx: Transaction,
  place: Place,
  range: Range,
  { asked, counts, facts }: { asked: Asked; counts: Counts; facts: Facts },
): Promise<number | null> {
  const { metric } = asked
  if (metric === 'shareOfVoice') {
    const brand = asked.groupBy === 'name' ? counts.at(place.id, null) : counts.at(null, place.id)
    const all = counts.at(null, null)
    return all ? Math.round(((brand ?? 0) / all) * 1000) / 10 : null
  }
  // One lead has several keywords, or none, and its community may be unknown. Precision is that of all keywords.
  const isPart = metric !== 'keywordPrecision' && has(asked, 'keyword', 'competitor', 'name', 'subreddit')
  const all = isPart ? storedFacts(place, range, { metric, groupBy: 'month', breakdown: null }) : null
  const whole = all ? await count(tx, all, [], []) : counts
  return whole.at(null, null) ?? (facts.how === 'sum' ? 0 : null)
}

async function countedFunnel(tx: Transaction, place: Place, range: Range): Promise<Counted> {
  const steps = await funnelOf(tx, place, range)
  const { groups } = orderedGroups('step', range, groupsMax)!
  const values = funnelSteps.map((step) => steps[step])
  const row = { key: 'all', label: 'All', values, total: steps.found }
  return { groups, series: [row], total: steps.found, leftOut: 0 }
}
