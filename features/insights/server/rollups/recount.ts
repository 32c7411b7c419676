import { sql } from 'drizzle-orm'
import type { Day } from '#engine/mentions/periods.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { dimensions, factsOf, type Stored } from './facts.ts'

/** Counts days of a project from its leads or mentions, and replaces what is stored of them where it differs. */
export async function recountDays(
  tx: Transaction,
  project: { id: string; timeZone: string },
  metric: Stored,
  days: readonly Day[],
): Promise<void> {
  const { id, timeZone } = project
  const column = sql`${sql.param([...days])}::date[]`
  const asked = sql`(
    select day, day::timestamp at time zone ${timeZone} as start, (day + 1)::timestamp at time zone ${timeZone} as stop
    from unnest(${column}) day)`
  // Unknown communities, and the pages of forgotten users, count only in the sum of all.
  // The stored rows of a day are found by its index only with each of the dimensions.
  await tx.execute(sql`
    with fact as materialized (${factsOf(metric, project, asked)}),
    counted as materialized (
      select realm, case grouping(lower(community)) when 1 then 'all' else 'community' end as scope, dimension, day,
        coalesce(lower(community), '') as community,
        case when dimension = 'total' and grouping(lower(community)) = 0 then max(community) else value end as value,
        count(*)::int as count
      from fact
      group by grouping sets ((realm, dimension, day, value), (realm, dimension, day, value, lower(community)))
      having grouping(lower(community)) = 1 or lower(community) not in ('', 'u_')
    ),
    stale as (
      delete from insight_day d
      where d.project_id = ${id} and d.realm in ('sandbox', 'real') and d.metric = ${metric}
        and d.scope in ('all', 'community') and d.dimension = any (${sql.param([...dimensions[metric]])})
        and d.day = any (${column})
        and not exists (
          select from counted c where c.realm = d.realm and c.scope = d.scope and c.dimension = d.dimension
            and c.day = d.day and c.community = d.community and c.value = d.value)
    )
    insert into insight_day as d (project_id, realm, metric, scope, dimension, day, community, value, count)
    select ${id}, realm, ${metric}, scope, dimension, day, community, value, count from counted
    on conflict (project_id, realm, metric, scope, dimension, day, community, value) do update
    set count = excluded.count where d.count <> excluded.count`)
}
