import { type SQL, sql } from 'drizzle-orm'
import { isMuted } from '#features/mentions/server/index.ts'
import { isReleasedAs } from '#platform/server/tenancy/visible-rows.ts'

/** What is counted by day and stored. */
export const storedKinds = ['leads', 'mentions', 'decisions'] as const
export type Stored = (typeof storedKinds)[number]

/**
 * The dimensions that each is counted by. Mentions are counted by name with its kind and sentiment. Decisions: all
 * replies and rejections; replies by visibility, by hour with the seconds they took, and by what the check after a day
 * found; and decided leads by whether they were accepted, with their keywords.
 */
export const dimensions = {
  leads: ['total', 'hour', 'band', 'state', 'source', 'keyword', 'competitor'],
  mentions: ['total', 'hour', 'kind', 'sentiment', 'name'],
  decisions: ['total', 'reply', 'seconds', 'survival', 'keyword'],
} as const satisfies Record<Stored, readonly string[]>

/**
 * Returns a query for what is counted: a row for each lead or mention and each value of a dimension, with realm, day,
 * community (as posts spell it), dimension, and value. `asked` is a table of days with their start and end.
 */
export function factsOf(metric: Stored, project: { id: string; timeZone: string }, asked: SQL): SQL {
  const facts = { leads: leadFacts, mentions: mentionFacts, decisions: decisionFacts }
  return facts[metric](project, asked)
}

/** As in the indexes by age. */
function isOn(postedAt: SQL): SQL {
  const at = sql`coalesce(${postedAt}, '-infinity')`
  return sql`${at} >= asked.start and ${at} < asked.stop`
}

function hourOf(postedAt: SQL, timeZone: string): SQL {
  return sql`to_char(${postedAt} at time zone ${timeZone}, 'HH24')`
}

/** Looks up posts and candidates one by one: a few days of leads never justify reading all of either. */
function leadFacts({ id, timeZone }: { id: string; timeZone: string }, asked: SQL): SQL {
  return sql`
    select o.realm, asked.day, p.subreddit as community, f.dimension, f.value
    from ${asked} as asked
    join opportunity o on o.project_id = ${id} and o.sibling_of is null and ${isReleasedAs('o')} and ${isOn(sql`o.posted_at`)}
    cross join lateral (select subreddit, source from post where id = o.post_id limit 1) p
    left join lateral (
      select hits from candidate where project_id = ${id} and post_id = o.post_id limit 1
    ) c on true
    cross join lateral (
      values ('total', ''), ('hour', ${hourOf(sql`o.posted_at`, timeZone)}), ('band', o.label::text), ('state', o.state),
        ('source', p.source::text)
      union all
      select distinct h->>'kind', h->>'phrase' from jsonb_array_elements(c.hits) h
      where h->>'kind' in ('keyword', 'competitor')
    ) as f (dimension, value)`
}

/** A mention counts once for the brand, whatever names of it it has. */
function mentionFacts({ id, timeZone }: { id: string; timeZone: string }, asked: SQL): SQL {
  return sql`
    select m.realm, asked.day, m.subreddit as community, f.dimension, f.value
    from ${asked} as asked
    join mention m on m.project_id = ${id} and ${isReleasedAs('m')} and ${isOn(sql`m.posted_at`)} and not ${isMuted(sql`m`)}
    cross join lateral (
      values ('total', ''), ('hour', ${hourOf(sql`m.posted_at`, timeZone)}), ('kind', m.kind),
        ('sentiment', coalesce(m.sentiment, 'unknown'))
      union all
      select 'name', concat_ws(' ', n.kind, n.id, n.sentiment) from (
        select distinct on (2) e.n->>'kind' as kind,
          case e.n->>'kind' when 'brand' then ${id} else e.n->>'id' end as id,
          coalesce(e.n->>'sentiment', 'unknown') as sentiment
        from jsonb_array_elements(m.named) with ordinality as e (n, place) order by 2, e.place
      ) n
    ) as f (dimension, value)`
}

/** What the last check of a reply found. */
const visibility = sql`coalesce((
  select r.state from reply_check r where r.project_id = d.project_id and r.opportunity_id = d.opportunity_id
  order by r.state = 'waiting', array_position(array['day', 'hour', 'tenMinutes'], r.step) limit 1), 'noLink')`

/** From the post, or from when the lead could be seen if that was later. */
const secondsToReply = sql`greatest(0, extract(epoch from d.created_at - greatest(o.posted_at, o.released_at)))::bigint`

/**
 * A lead is decided for its keywords on the day of its last decision, and accepted unless it was rejected, as in the
 * health of keywords. Its reply may have been posted below a copy in another community, where it survives or doesn't.
 */
function decisionFacts({ id, timeZone }: { id: string; timeZone: string }, asked: SQL): SQL {
  const ofLead = (alias: SQL) => sql`${alias}.project_id = ${id} and ${alias}.opportunity_id = o.id`
  return sql`
    select o.realm, asked.day, coalesce(f.place, p.subreddit) as community, f.dimension, f.value
    from ${asked} as asked
    join decision d on d.project_id = ${id} and d.created_at >= asked.start and d.created_at < asked.stop
    join opportunity o on o.project_id = ${id} and o.id = d.opportunity_id and ${isReleasedAs('o')}
    cross join lateral (select subreddit from post where id = o.post_id limit 1) p
    cross join lateral (
      select null as place, 'total' as dimension, '' as value where d.kind in ('reply', 'rejection')
      union all
      select null, v.dimension, v.value from (
        values ('reply', ${visibility}), ('seconds', concat_ws(' ', ${hourOf(sql`d.created_at`, timeZone)}, ${secondsToReply}))
      ) as v (dimension, value) where d.kind = 'reply'
      union all
      select r.community, 'survival', r.state from reply_check r
      where d.kind = 'reply' and ${ofLead(sql`r`)} and r.step = 'day' and r.state in ('live', 'removed')
      union all
      select distinct null, 'keyword', concat_ws(' ', case when exists (
          select from decision e where ${ofLead(sql`e`)} and e.kind = 'rejection'
        ) then 'rejected' else 'accepted' end, h->>'phrase')
      from candidate c cross join jsonb_array_elements(c.hits) h
      where c.project_id = ${id} and c.post_id = o.post_id and h->>'kind' = 'keyword' and not exists (
        select from decision e where ${ofLead(sql`e`)} and (e.created_at, e.kind) > (d.created_at, d.kind))
    ) f`
}
