import { type SQL, sql } from 'drizzle-orm'
import { isReleasedAs } from '#platform/server/tenancy/visible-rows.ts'
import type { Asked, Facts } from './facts.ts'
import { keyOf } from './keys.ts'
import type { Place, Range } from './place.ts'
import { isIn } from './stored-facts.ts'

/** Returns the facts of conversations and customers, which are few and counted when asked for. */
export function workFacts(place: Place, range: Range, asked: Asked): Facts {
  return { rows: asked.metric === 'won' ? won(place, range, asked) : conversations(place, range, asked), how: 'sum' }
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

function keysAt({ groupBy, breakdown }: Asked, { timeZone }: Place, at: SQL): SQL {
  const local = sql`${at} at time zone ${timeZone}`
  const none = sql`''`
  const columns = { day: sql`(${local})::date`, hour: none, community: none, value: none }
  return sql`${keyOf(groupBy, columns)} as g, ${keyOf(breakdown, columns)} as s`
}

/** A conversation begins when the other side writes. */
function conversations(place: Place, range: Range, asked: Asked): SQL {
  return sql`
    select ${keysAt(asked, place, sql`c.at`)}, 1 as n, 1 as "of", null::text as spelled
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
    select ${keysAt(asked, place, sql`w.stage_since`)}, 1 as n, 1 as "of", null::text as spelled
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
