import { type SQL, sql } from 'drizzle-orm'
import { isMuted } from '#features/mentions/server/index.ts'
import { isReleasedAs } from '#platform/server/tenancy/visible-rows.ts'

/** What is counted by day and stored. */
export type Stored = 'leads' | 'mentions'

/** The dimensions that each is counted by. Mentions are counted by name with its kind and sentiment. */
export const dimensions = {
  leads: ['total', 'hour', 'band', 'state', 'source', 'keyword', 'competitor'],
  mentions: ['total', 'hour', 'kind', 'sentiment', 'name'],
} as const satisfies Record<Stored, readonly string[]>

/**
 * Returns a query for what is counted: a row for each lead or mention and each value of a dimension, with realm, day,
 * community (as posts spell it), dimension, and value. `asked` is a table of days with their start and end.
 */
export function factsOf(metric: Stored, project: { id: string; timeZone: string }, asked: SQL): SQL {
  return metric === 'leads' ? leadFacts(project, asked) : mentionFacts(project, asked)
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
