import { sql } from 'drizzle-orm'
import type { Source } from '#engine/sources.ts'
import type { Transaction } from '#platform/server/database/database.ts'

/** How long new users waited for the first real lead of a source. */
export interface FirstLeads {
  source: Exclude<Source, 'sandbox'>
  users: number
  /** Minutes from sign-up to the release of the lead: the median, and the longest. */
  median: number
  longest: number
}

/**
 * Returns, by source, the time from sign-up to the first released real lead of each user's first project. Leads that were
 * deleted don't count, and a source without any is missing.
 */
export async function readFirstLeads(tx: Transaction): Promise<FirstLeads[]> {
  const { rows } = await tx.execute<FirstLeads & Record<string, unknown>>(sql`
    with first_project as (
      select distinct on (m.user_id) m.user_id, m.project_id from member m join project p on p.id = m.project_id
      where m.role = 'owner' and m.user_id is not null and p.status <> 'draft'
      order by m.user_id, p.created_at, p.id
    ), waited as (
      select f.user_id,
        case c.seen_by when 'api' then 'reddit-api' when 'feed' then 'reddit-rss' else 'archive' end as source,
        extract(epoch from min(o.released_at) - u.created_at) / 60 as minutes
      from first_project f
      join "user" u on u.id = f.user_id
      join opportunity o on o.project_id = f.project_id and o.realm = 'real' and o.released_at is not null
      left join post_check c on c.post_id = o.post_id
      group by f.user_id, u.created_at, 2
    )
    select source, count(*)::int as users,
      percentile_cont(0.5) within group (order by minutes)::float as median, max(minutes)::float as longest
    from waited group by source order by source`)
  return rows
}
