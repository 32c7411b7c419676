/** What a chart counts. `funnel` counts the leads that reached each step. */
export const metrics = [
  'leads',
  'reviewed',
  'replies',
  'conversations',
  'won',
  'funnel',
  'timeToReply',
  'replySurvival',
  'keywordPrecision',
  'mentions',
  'shareOfVoice',
  'sentiment',
] as const
export type Metric = (typeof metrics)[number]

/** What the values of a chart are grouped by. Hours and weekdays are those of the project's time zone. */
export const groupings = [
  'day',
  'week',
  'month',
  'hour',
  'weekday',
  'subreddit',
  'keyword',
  'competitor',
  'name',
  'kind',
  'sentiment',
  'band',
  'state',
  'source',
  'step',
] as const
export type Grouping = (typeof groupings)[number]

/** The steps of the funnel, in order. */
export const funnelSteps = ['found', 'reviewed', 'replied', 'conversation', 'won'] as const
export type FunnelStep = (typeof funnelSteps)[number]

/** Counts are whole; percent is 0 to 100, or -100 to 100 for sentiment (positive less negative, of those known). */
export type Unit = 'count' | 'percent' | 'seconds'

interface MetricRules {
  unit: Unit
  groupings: readonly Grouping[]
  /** Whether a total is the sum of its parts. */
  isAdditive: boolean
}

const times = ['day', 'week', 'month'] as const

/** How each metric is measured and grouped. */
export const metricRules: Readonly<Record<Metric, MetricRules>> = {
  leads: {
    unit: 'count',
    groupings: [...times, 'hour', 'weekday', 'subreddit', 'keyword', 'competitor', 'band', 'state', 'source'],
    isAdditive: true,
  },
  reviewed: { unit: 'count', groupings: [...times, 'subreddit'], isAdditive: true },
  replies: { unit: 'count', groupings: [...times, 'subreddit', 'state'], isAdditive: true },
  conversations: { unit: 'count', groupings: [...times], isAdditive: true },
  won: { unit: 'count', groupings: [...times], isAdditive: true },
  funnel: { unit: 'count', groupings: ['step'], isAdditive: false },
  timeToReply: { unit: 'seconds', groupings: [...times, 'hour', 'weekday', 'subreddit'], isAdditive: false },
  replySurvival: { unit: 'percent', groupings: [...times, 'subreddit'], isAdditive: false },
  keywordPrecision: { unit: 'percent', groupings: ['keyword'], isAdditive: false },
  mentions: {
    unit: 'count',
    groupings: [...times, 'hour', 'weekday', 'subreddit', 'name', 'kind', 'sentiment'],
    isAdditive: true,
  },
  shareOfVoice: { unit: 'percent', groupings: [...times, 'name'], isAdditive: false },
  sentiment: { unit: 'percent', groupings: [...times, 'subreddit', 'name'], isAdditive: false },
}

const isTime = (grouping: Grouping) => times.some((time) => time === grouping)

/**
 * Returns whether a metric can be grouped so: by one grouping; by a time and another grouping, in either order; by
 * community and another grouping; or by hour and weekday.
 */
export function canGroup(metric: Metric, groupBy: Grouping, breakdown: Grouping | null): boolean {
  const allowed = metricRules[metric].groupings
  if (!allowed.includes(groupBy)) return false
  // Share of voice over time means nothing without its names.
  if (metric === 'shareOfVoice' && groupBy !== 'name' && breakdown !== 'name') return false
  if (breakdown === null) return true
  if (breakdown === groupBy || !allowed.includes(breakdown)) return false
  const pair = [groupBy, breakdown]
  if (pair.includes('hour') && pair.includes('weekday')) return true
  if (isTime(groupBy) && isTime(breakdown)) return false
  const isOf = (test: (grouping: Grouping) => boolean) => pair.some(test)
  const hasClock = isOf((grouping) => grouping === 'hour' || grouping === 'weekday')
  return !hasClock && isOf((grouping) => isTime(grouping) || grouping === 'subreddit')
}
