import { type SQL, sql } from 'drizzle-orm'
import { isReleasedAs } from '#platform/server/tenancy/visible-rows.ts'
import { type Asked, type Facts, has } from './facts.ts'
import { type Columns, keyOf } from './keys.ts'
import type { Place, Range } from './place.ts'
import { isIn } from './stored-facts.ts'

/** Returns the facts of metrics about what people do, which are few and counted when asked for. */
export function workFacts(place: Place, range: Range, asked: Asked): Facts {
  switch (asked.metric) {
    case 'reviewed':
      return { rows: decisions(place, range, asked, sql`d.kind in ('reply', 'rejection')`), how: 'sum' }
    case 'replies':
      return { rows: decisions(place, range, asked, sql`d.kind = 'reply'`), how: 'sum' }
    case 'timeToReply':
      return { rows: decisions(place, range, asked, sql`d.kind = 'reply'`, secondsToReply), how: 'median' }
    case 'replySurvival':
      return { rows: survival(place, range, asked), how: 'percent' }
    case 'keywordPrecision':
      return { rows: precision(place, range), how: 'percent' }
    case 'conversations':
      return { rows: conversations(place, range, asked), how: 'sum' }
    case 'won':
      return { rows: won(place, range, asked), how: 'sum' }
    default:
      throw new Error(`${asked.metric} isn't counted like this`)
  }
}

/** Returns the condition for moments within the days of a period. */
export function isWithin({ timeZone }: Place, { from, to }: Range, at: SQL): SQL {
  return sql`(${at} >= ${from}::date::timestamp at time zone ${timeZone}
    and ${at} < (${to}::date + 1)::timestamp at time zone ${timeZone})`
}

/** Returns the condition for leads that users see. */
export function isListed({ realm }: Place): SQL {
  return sql`(${isReleasedAs('o')} and o.realm = ${realm})`
}

function columnsAt({ timeZone }: Place, at: SQL, rest: Partial<Columns> = {}): Columns {
  const local = sql`${at} at time zone ${timeZone}`
  const none = sql`''`
  return { day: sql`(${local})::date`, hour: sql`to_char(${local}, 'HH24')`, community: none, value: none, ...rest }
}

const keysOf = ({ groupBy, breakdown }: Asked, columns: Columns) =>
  sql`${keyOf(groupBy, columns)} as g, ${keyOf(breakdown, columns)} as s`

/** From the post, or from when the lead could be seen if that was later. */
const secondsToReply = sql`greatest(0, extract(epoch from d.created_at - greatest(o.posted_at, o.released_at)))`

/** What the last check of a reply found. */
const visibility = sql`coalesce((
  select r.state from reply_check r where r.project_id = d.project_id and r.opportunity_id = d.opportunity_id
  order by r.state = 'waiting', array_position(array['day', 'hour', 'tenMinutes'], r.step) limit 1), 'noLink')`

function decisions(place: Place, range: Range, asked: Asked, which: SQL, measured = sql`1`): SQL {
  const community = sql`lower(p.subreddit)`
  const columns = columnsAt(place, sql`d.created_at`, { community, value: visibility })
  return sql`
    select ${keysOf(asked, columns)}, ${measured} as n, 1 as "of", p.subreddit as spelled
    from decision d
    join opportunity o on o.project_id = d.project_id and o.id = d.opportunity_id
    join post p on p.id = o.post_id
    where d.project_id = ${place.id} and ${which} and ${isListed(place)} and ${isWithin(place, range, sql`d.created_at`)}
      and ${isIn(range, community)} and ${hasCommunity(asked, community)}`
}

/** A forgotten user's page has no name. */
function hasCommunity(asked: Asked, community: SQL): SQL {
  return has(asked, 'subreddit') ? sql`${community} not in ('', 'u_')` : sql`true`
}

function survival(place: Place, range: Range, asked: Asked): SQL {
  const community = sql`coalesce(r.community, lower(p.subreddit))`
  const columns = columnsAt(place, sql`r.created_at`, { community })
  return sql`
    select ${keysOf(asked, columns)}, (r.state = 'live')::int as n, 1 as "of",
      case when lower(p.subreddit) = ${community} then p.subreddit end as spelled
    from reply_check r
    join opportunity o on o.project_id = r.project_id and o.id = r.opportunity_id
    join post p on p.id = o.post_id
    where r.project_id = ${place.id} and r.step = 'day' and r.state in ('live', 'removed') and ${isListed(place)}
      and ${isWithin(place, range, sql`r.created_at`)} and ${isIn(range, community)} and ${hasCommunity(asked, community)}`
}

/** As in the health of keywords: leads that were replied to or saved, of those decided. */
function precision(place: Place, range: Range): SQL {
  return sql`
    select k.phrase as g, 'all' as s, decided.accepted::int as n, 1 as "of", null::text as spelled
    from (
      select d.opportunity_id, bool_and(d.kind <> 'rejection') as accepted from decision d
      where d.project_id = ${place.id} and ${isWithin(place, range, sql`d.created_at`)} group by 1
    ) decided
    join opportunity o on o.project_id = ${place.id} and o.id = decided.opportunity_id and ${isListed(place)}
    join post p on p.id = o.post_id and ${isIn(range, sql`lower(p.subreddit)`)}
    join candidate c on c.project_id = ${place.id} and c.post_id = o.post_id
    cross join lateral (
      select distinct h->>'phrase' as phrase from jsonb_array_elements(c.hits) h where h->>'kind' = 'keyword'
    ) k`
}

/** A conversation begins when the other side writes. */
function conversations(place: Place, range: Range, asked: Asked): SQL {
  return sql`
    select ${keysOf(asked, columnsAt(place, sql`c.at`))}, 1 as n, 1 as "of", null::text as spelled
    from (${answeredConversations(place, range)}) c where ${isWithin(place, range, sql`c.at`)}`
}

/** Returns the conversations in which the other side wrote, with when, their person, and the lead. */
export function answeredConversations(place: Place, range: Pick<Range, 'communities'>): SQL {
  return sql`
    select c.person_id, c.opportunity_id, min(coalesce(m.sent_at, m.created_at)) as at
    from conversation c
    join message m on m.project_id = c.project_id and m.conversation_id = c.id and m.state = 'received'
      and not m.is_automatic
    left join reddit_account a on a.project_id = c.project_id and a.id = c.account_id
    left join opportunity o on o.project_id = c.project_id and o.id = c.opportunity_id
    left join post p on p.id = o.post_id
    where c.project_id = ${place.id} and c.kind <> 'modmail' and coalesce(a.realm, o.realm, ${place.realm}) = ${place.realm}
      and ${isIn(range, sql`lower(coalesce(c.subreddit, p.subreddit))`)}
    group by c.id, c.person_id, c.opportunity_id`
}

/** People who are won now, by when they were. Their communities are those of their conversations. */
function won(place: Place, range: Range, asked: Asked): SQL {
  return sql`
    select ${keysOf(asked, columnsAt(place, sql`w.stage_since`))}, 1 as n, 1 as "of", null::text as spelled
    from person w
    join person_stage t on t.project_id = w.project_id and t.key = w.stage and t.kind = 'won'
    where w.project_id = ${place.id} and ${isWithin(place, range, sql`w.stage_since`)}
      and ${range.communities.length === 0 ? sql`true` : hasSpokenIn(range)}`
}

const hasSpokenIn = (range: Range) => sql`exists (
  select from conversation c
  left join opportunity o on o.project_id = c.project_id and o.id = c.opportunity_id
  left join post p on p.id = o.post_id
  where c.project_id = w.project_id and c.person_id = w.id
    and ${isIn(range, sql`lower(coalesce(c.subreddit, p.subreddit))`)})`
