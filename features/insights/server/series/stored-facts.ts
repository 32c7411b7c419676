import { type SQL, sql } from 'drizzle-orm'
import { monthParts, type Part } from '#engine/insights/month-parts.ts'
import { type Asked, type Facts, has } from './facts.ts'
import { keyOf } from './keys.ts'
import type { Place, Range } from './place.ts'

/** Dimensions whose groupings have other names than their own are communities and times of days. */
const dimensions = ['keyword', 'competitor', 'band', 'state', 'source', 'hour', 'kind', 'sentiment', 'name'] as const

/** Returns the facts of metrics that are counted when leads and mentions change (docs/decisions/0120). */
export function storedFacts(place: Place, range: Range, asked: Asked): Facts {
  const metric = asked.metric === 'leads' ? 'leads' : 'mentions'
  const isName = asked.metric === 'shareOfVoice' || has(asked, 'name')
  const grouped = dimensions.find((each) => has(asked, each))
  const dimension = isName ? 'name' : asked.metric === 'sentiment' ? 'sentiment' : (grouped ?? 'total')
  const columns = {
    day: sql`d.day`,
    hour: sql`d.value`,
    community: sql`d.community`,
    // The value of a name is its kind, ID, and sentiment.
    value: isName ? sql`split_part(d.value, ' ', 2)` : sql`d.value`,
  }
  const isByCommunity = has(asked, 'subreddit') || range.communities.length > 0
  const sentiment = isName ? sql`split_part(d.value, ' ', 3)` : sql`d.value`
  const isSentiment = asked.metric === 'sentiment'
  const counted = isSentiment
    ? sql`case ${sentiment} when 'positive' then d.count when 'negative' then -d.count else 0 end`
    : sql`d.count`
  const rows = sql`
    select ${keyOf(asked.groupBy, columns)} as g, ${keyOf(asked.breakdown, columns)} as s, ${counted} as n,
      d.count as "of", ${spelledOf(has(asked, 'subreddit'), dimension)} as spelled
    from (values ${scopesOf(range, asked, isByCommunity)}) as part (scope, first, last)
    join insight_day d on d.project_id = ${place.id} and d.realm = ${place.realm} and d.metric = ${metric}
      and d.scope = part.scope and d.dimension = ${dimension} and d.day between part.first and part.last
    where ${isIn(range, sql`d.community`)}
      and ${isSentiment ? sql`${sentiment} in ('positive', 'neutral', 'negative')` : sql`true`}
      and ${asked.metric === 'shareOfVoice' ? sql`split_part(d.value, ' ', 1) in ('brand', 'competitor')` : sql`true`}`
  return { rows, how: isSentiment ? 'percent' : 'sum' }
}

/** Returns which rows a period is read from, with their days. Days of all communities of a year are too many. */
function scopesOf({ from, to }: Range, asked: Asked, isByCommunity: boolean): SQL {
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
