import { type SQL, sql } from 'drizzle-orm'
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
    from insight_day d
    where d.project_id = ${place.id} and d.realm = ${place.realm} and d.metric = ${metric}
      and d.scope = ${isByCommunity ? 'community' : 'all'} and d.dimension = ${dimension}
      and d.day between ${range.from}::date and ${range.to}::date and ${isIn(range, sql`d.community`)}
      and ${isSentiment ? sql`${sentiment} in ('positive', 'neutral', 'negative')` : sql`true`}
      and ${asked.metric === 'shareOfVoice' ? sql`split_part(d.value, ' ', 1) in ('brand', 'competitor')` : sql`true`}`
  return { rows, how: isSentiment ? 'percent' : 'sum' }
}

function spelledOf(isByCommunity: boolean, dimension: string): SQL {
  return isByCommunity && dimension === 'total' ? sql`d.value` : sql`null::text`
}

/** Returns the condition for rows of the asked communities. */
export function isIn({ communities }: Pick<Range, 'communities'>, community: SQL): SQL {
  return communities.length === 0 ? sql`true` : sql`${community} = any (${sql.param([...communities])}::text[])`
}
