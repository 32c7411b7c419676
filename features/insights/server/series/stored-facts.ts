import { type SQL, sql } from 'drizzle-orm'
import type { Metric } from '#engine/insights/metrics.ts'
import { monthParts, type Part } from '#engine/insights/month-parts.ts'
import type { Stored } from '../rollups/facts.ts'
import { type Asked, type Facts, has } from './facts.ts'
import { keyOf } from './keys.ts'
import type { Place, Range } from './place.ts'

/** How a metric is read from what is stored: which rows `d`, and their number, or how many of them have a property. */
interface Reading {
  stored: Stored
  dimension: string
  how: Facts['how']
  /** What a row adds, or the value of which the median is taken. */
  n: SQL
  hour: SQL
  /** Of groupings that are neither times nor communities. */
  value: SQL
  isCounted: SQL
}

/** Dimensions whose groupings have other names than their own are communities and times of days. */
const dimensions = ['keyword', 'competitor', 'band', 'state', 'source', 'hour', 'kind', 'sentiment', 'name'] as const

const part = (index: 1 | 2 | 3) => sql`split_part(d.value, ' ', ${index}::int)`
const afterFirst = sql`substr(d.value, strpos(d.value, ' ') + 1)`

/** Returns how a metric is read, or null if it isn't stored. */
function readingOf(asked: Asked): Reading | null {
  const grouped = dimensions.find((each) => has(asked, each)) ?? 'total'
  const plain = { how: 'sum', n: sql`d.count`, hour: sql`d.value`, value: sql`d.value`, isCounted: sql`true` } as const
  const counts = { ...plain, dimension: grouped }
  // The value of a name is its kind, ID, and sentiment.
  const named = { ...plain, stored: 'mentions', dimension: 'name', value: part(2) } as const
  const decided = { ...plain, stored: 'decisions' } as const
  const readings: Partial<Record<Metric, () => Reading>> = {
    leads: () => ({ ...counts, stored: 'leads' }),
    mentions: () => (grouped === 'name' ? named : { ...counts, stored: 'mentions' }),
    shareOfVoice: () => ({ ...named, isCounted: sql`${part(1)} in ('brand', 'competitor')` }),
    sentiment: () =>
      grouped === 'name'
        ? { ...named, ...balanceOf(part(3)) }
        : { ...plain, stored: 'mentions', dimension: 'sentiment', ...balanceOf(sql`d.value`) },
    reviewed: () => ({ ...decided, dimension: 'total' }),
    replies: () => ({ ...decided, dimension: 'reply' }),
    timeToReply: () => ({ ...decided, dimension: 'seconds', how: 'median', n: sql`${part(2)}::int8`, hour: part(1) }),
    replySurvival: () => ({ ...decided, dimension: 'survival', ...percentIf(sql`d.value = 'live'`) }),
    keywordPrecision: () => ({
      ...decided,
      dimension: 'keyword',
      value: afterFirst,
      ...percentIf(sql`d.value like 'accepted %'`),
    }),
  }
  return readings[asked.metric]?.() ?? null
}

const percentIf = (condition: SQL) =>
  ({ how: 'percent', n: sql`case when ${condition} then d.count else 0 end` }) as const

/** Positive less negative, of those known. */
const balanceOf = (sentiment: SQL) =>
  ({
    how: 'percent',
    n: sql`case ${sentiment} when 'positive' then d.count when 'negative' then -d.count else 0 end`,
    isCounted: sql`${sentiment} in ('positive', 'neutral', 'negative')`,
  }) as const

/** Returns the facts of metrics that are counted when rows change (docs/decisions/0120), or null for others. */
export function storedFacts(place: Place, range: Range, asked: Asked): Facts | null {
  const reading = readingOf(asked)
  if (!reading) return null
  const { stored, dimension, how, n, hour, value, isCounted } = reading
  const columns = { day: sql`d.day`, hour, community: sql`d.community`, value }
  const rows = sql`
    select ${keyOf(asked.groupBy, columns)} as g, ${keyOf(asked.breakdown, columns)} as s, ${n} as n,
      d.count as "of", ${spelledOf(has(asked, 'subreddit'), dimension)} as spelled
    from (${storedRows(place, range, { asked, stored, dimension })}) d
    ${how === 'median' ? sql`cross join lateral generate_series(1, d.count)` : sql``}
    where ${isCounted}`
  return { rows, how }
}

/** Adds up the stored counts as far as the groups don't tell them apart: texts are taken apart once for each group. */
function storedRows(
  place: Place,
  range: Range,
  { asked, stored, dimension }: { asked: Asked; stored: Stored; dimension: string },
): SQL {
  const isByCommunity = has(asked, 'subreddit') || range.communities.length > 0
  const rows = sql`
    from (values ${scopesOf(range, asked)}) as part (scope, first, last)
    join insight_day d on d.project_id = ${place.id} and d.realm = ${place.realm} and d.metric = ${stored}
      and d.scope = part.scope and d.dimension = ${dimension} and d.day between part.first and part.last
    where ${isIn(range, sql`d.community`)}`
  // They are one row for each day and value.
  if (has(asked, 'day') && !isByCommunity) return sql`select d.day, d.community, d.value, d.count ${rows}`
  return sql`
    select day, community, value, sum(count) as count from (
      select ${dayOf(asked)} as day, ${has(asked, 'subreddit') ? sql`d.community` : sql`''`} as community, d.value, d.count
      ${rows}
    ) row group by day, community, value`
}

/** Returns a day that stands for all days of a group. */
function dayOf(asked: Asked): SQL {
  // A Monday before all of them.
  const sinceMonday = sql`(d.day - date '1900-01-01') % 7`
  if (has(asked, 'day')) return sql`d.day`
  if (has(asked, 'week')) return sql`d.day - ${sinceMonday}`
  if (has(asked, 'month')) return sql`date_trunc('month', d.day::timestamp)::date`
  return has(asked, 'weekday') ? sql`date '1900-01-01' + ${sinceMonday}` : sql`null::date`
}

/** Returns which rows a period is read from, with their days. Days of all communities of a year are too many. */
function scopesOf({ from, to, communities }: Range, asked: Asked): SQL {
  const isByCommunity = has(asked, 'subreddit') || communities.length > 0
  const needsDays = !isByCommunity || has(asked, 'day', 'week', 'weekday')
  const parts: Part[] = needsDays ? [{ unit: 'day', first: from, last: to }] : monthParts(from, to)
  const days = isByCommunity ? 'community' : 'all'
  const rows = parts.map(
    ({ unit, first, last }) => sql`(${unit === 'day' ? days : 'month'}, ${first}::date, ${last}::date)`,
  )
  return sql.join(rows, sql`, `)
}

function spelledOf(isByCommunity: boolean, dimension: string): SQL {
  return isByCommunity && dimension === 'total' ? sql`d.value` : sql`null::text`
}

/** Returns the condition for rows of the asked communities. */
export function isIn({ communities }: Pick<Range, 'communities'>, community: SQL): SQL {
  return communities.length === 0 ? sql`true` : sql`${community} = any (${sql.param([...communities])}::text[])`
}
