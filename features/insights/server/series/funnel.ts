import { sql } from 'drizzle-orm'
import type { FunnelStep } from '#engine/insights/metrics.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import type { Place, Range } from './place.ts'
import { isIn } from './stored-facts.ts'
import { answeredConversations, isListed, isWithin } from './work-facts.ts'

/**
 * Returns how many leads of a period reached each step. A lead reached a step if it is there or beyond, so the numbers
 * never rise. Whose author is a customer is known of leads that were replied to, or that a conversation is about.
 */
export async function funnelOf(tx: Transaction, place: Place, range: Range): Promise<Record<FunnelStep, number>> {
  const lead = sql`o.project_id = ${place.id} and o.sibling_of is null and ${isListed(place)}
    and ${isWithin(place, range, sql`coalesce(o.posted_at, '-infinity')`)}`
  const { rows } = await tx.execute<Record<FunnelStep, number>>(sql`
    with answered as materialized (${answeredConversations(place, { communities: [] })}),
    customer as materialized (
      select w.id from person w join person_stage t on t.project_id = w.project_id and t.key = w.stage
      where w.project_id = ${place.id} and t.kind = 'won'
    ), known as materialized (
      select k.handle, a.person_id is not null as talks, c.id is not null as won
      from (
        select lower(handle) as handle, id from person where project_id = ${place.id}
        union select lower(handle), person_id from person_alias where project_id = ${place.id}
      ) k
      left join (select distinct person_id from answered) a on a.person_id = k.id
      left join customer c on c.id = k.id
      where a.person_id is not null or c.id is not null
    ), reached as (
      select id, max(state) as state, bool_or(won) as won from (
        select o.id, o.state, k.won from opportunity o join post p on p.id = o.post_id
        join known k on k.handle = lower(p.author)
        where ${lead} and o.state = 'replied' and ${isIn(range, sql`lower(p.subreddit)`)}
          and exists (select from known)
        union all
        select o.id, o.state, c.person_id in (select id from customer)
        from conversation c join opportunity o on o.project_id = c.project_id and o.id = c.opportunity_id
        join post p on p.id = o.post_id
        where c.project_id = ${place.id} and ${lead} and ${isIn(range, sql`lower(p.subreddit)`)}
          and (c.person_id in (select id from customer)
            or c.opportunity_id in (select opportunity_id from answered))
      ) each group by id
    ), listed as (
      select d.value as state, sum(d.count) as leads from insight_day d
      where d.project_id = ${place.id} and d.realm = ${place.realm} and d.metric = 'leads'
        and d.scope = ${range.communities.length > 0 ? 'community' : 'all'} and d.dimension = 'state'
        and d.day between ${range.from}::date and ${range.to}::date and ${isIn(range, sql`d.community`)}
      group by 1
    ), beyond as (
      select count(*) as talking, count(*) filter (where won) as won, count(*) filter (where state = 'new') as new,
        count(*) filter (where state <> 'replied') as not_replied
      from reached
    )
    select coalesce((select sum(leads) from listed), 0)::int as found,
      (coalesce((select sum(leads) from listed where state <> 'new'), 0) + b.new)::int as reviewed,
      (coalesce((select leads from listed where state = 'replied'), 0) + b.not_replied)::int as replied,
      b.talking::int as conversation, b.won::int as won
    from beyond b`)
  return rows[0]!
}
