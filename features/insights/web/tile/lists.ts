import type { Grouping, Metric } from '#engine/insights/metrics.ts'
import { periodOf as firstDayOf } from '#engine/mentions/periods.ts'
import { placeNamed } from '#engine/places/places.ts'
import { defaultView, labelsInOrder, tabs, viewParams } from '#engine/rules/lead-view.ts'
import { startOfDay } from '#engine/rules/schedule.ts'
import { addDays, type Day, type DayRange, daySeconds } from '#platform/ui/charts/days.ts'
import { paths } from '#platform/web/page/paths.ts'

/** A group of a chart, by its key and name in the API. */
export interface Part {
  grouping: Grouping
  key: string
  label: string
}

/** What a chart, or a part of it, counts. */
export interface Counted {
  metric: Metric
  range: DayRange
  communities: readonly string[]
  parts: readonly Part[]
}

interface Place {
  id: string
  timeZone: string
}

/** A list in the app, and the name of its rows. */
export interface List {
  address: string
  noun: string
  /** Whether only the team may read it. */
  isOutreach?: true
}

/** Returns the list of what a chart or a part of it counts. Null if no list shows just that. */
export function listOf(project: Place, counted: Counted, today: Day): List | null {
  const { metric, parts } = counted
  // No list can be filtered by sources, and only that of leads by when they were posted.
  if (parts.some(({ grouping }) => grouping === 'source')) return null
  if (metric !== 'leads' && parts.some(({ grouping }) => grouping === 'hour' || grouping === 'weekday')) return null
  const range = daysOf(counted)
  const step = parts.find(({ grouping }) => grouping === 'step')?.key
  switch (metric) {
    case 'leads':
    case 'reviewed':
    case 'keywordPrecision':
      return leadsOf(project, counted, range)
    case 'funnel':
      if (step === 'replied') return repliesOf(range, today)
      if (step === 'conversation' || step === 'won') return { address: paths.crm, noun: 'people', isOutreach: true }
      return leadsOf(project, counted, range)
    case 'replies':
    case 'timeToReply':
    case 'replySurvival':
      return repliesOf(range, today)
    case 'conversations':
      return { address: paths.inbox, noun: 'conversations', isOutreach: true }
    case 'won':
      return { address: paths.crm, noun: 'people', isOutreach: true }
    case 'mentions':
    case 'shareOfVoice':
    case 'sentiment':
      return mentionsOf(project, counted, range)
  }
}

function keysOf({ parts }: Counted, grouping: Grouping): string[] {
  return parts.filter((part) => part.grouping === grouping).map(({ key }) => key)
}

function labelsOf({ parts }: Counted, grouping: Grouping): string[] {
  return parts.filter((part) => part.grouping === grouping).map(({ label }) => label)
}

function numberIn(counted: Counted, grouping: 'hour' | 'weekday'): number | null {
  const [key] = keysOf(counted, grouping)
  return key === undefined ? null : Number(key)
}

function communitiesOf(counted: Counted): readonly string[] {
  // Lists name communities as posts spell them.
  const [one] = labelsOf(counted, 'subreddit')
  return one === undefined ? counted.communities : [placeNamed(one)]
}

/** Returns the days of a range that are in the period of a part, if it is one. */
function daysOf({ range, parts }: Counted): DayRange {
  const time = parts.find(({ grouping }) => ['day', 'week', 'month'].includes(grouping))
  if (!time) return range
  const last = lastDayOf(time.key, time.grouping)
  return { from: time.key > range.from ? time.key : range.from, to: last < range.to ? last : range.to }
}

function lastDayOf(first: Day, grouping: Grouping): Day {
  if (grouping === 'day') return first
  if (grouping === 'week') return addDays(firstDayOf(first, 'week'), 6)
  return addDays(`${addDays(`${first.slice(0, 8)}01`, 31).slice(0, 8)}01`, -1)
}

function leadsOf({ timeZone }: Place, counted: Counted, { from, to }: DayRange): List {
  const [state] = keysOf(counted, 'state')
  const bands = keysOf(counted, 'band')
  const view = {
    ...defaultView,
    tab: tabs.find((tab) => tab === state) ?? 'all',
    sort: 'newest' as const,
    communities: communitiesOf(counted),
    labels: labelsInOrder.filter((label) => bands.includes(String(label))),
    keywords: labelsOf(counted, 'keyword'),
    competitors: labelsOf(counted, 'competitor'),
    hour: numberIn(counted, 'hour'),
    weekday: numberIn(counted, 'weekday'),
    postedFrom: startOfDay(from, timeZone).toISOString(),
    postedBefore: startOfDay(addDays(to, 1), timeZone).toISOString(),
  }
  return { address: `${paths.opportunities}?${viewParams(view, null)}`, noun: 'leads' }
}

function mentionsOf({ id }: Place, counted: Counted, { from, to }: DayRange): List {
  const names = keysOf(counted, 'name')
  const [kind] = keysOf(counted, 'kind')
  // The project itself is a name: that of its brand.
  const tab = kind ?? (names.includes(id) ? 'brand' : 'all')
  const params = new URLSearchParams({ ...(tab !== 'brand' && { tab }), status: 'all' })
  for (const sentiment of keysOf(counted, 'sentiment')) params.append('sentiment', sentiment)
  for (const name of names) if (name !== id) params.append('name', name)
  for (const community of communitiesOf(counted)) params.append('community', community)
  params.set('from', from)
  params.set('to', to)
  return { address: `${paths.mentions}?${params}`, noun: 'mentions' }
}

/** Returns the replied leads of the shortest period that has all days of a range. */
function repliesOf({ from }: DayRange, today: Day): List {
  const days = (daySeconds(today) - daySeconds(from)) / 86_400 + 1
  const period = days <= 7 ? '?period=7d' : days <= 30 ? '?period=30d' : ''
  return { address: paths.replied + period, noun: 'replied leads' }
}
