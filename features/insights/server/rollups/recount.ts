import { type SQL, sql } from 'drizzle-orm'
import type { Day } from '#engine/mentions/periods.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { dimensions, factsOf, type Stored } from './facts.ts'

/**
 * Counts days of a project from its rows, and adds what differs from the stored counts to these days, and
 * to the months of communities. The caller must keep others from counting the project meanwhile.
 */
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
  const isSame = sql`d.project_id = ${id} and d.realm = c.realm and d.metric = ${metric} and d.scope = c.scope
    and d.dimension = c.dimension and d.day = c.day and d.community = c.community and d.value = c.value`
  // A few days of a busy project have a hundred thousand counts.
  await tx.execute(sql`set local work_mem = '64MB'`)
  await tx.execute(sql`
    with fact as materialized (${factsOf(metric, project, asked)}),
    changed as materialized (
      select realm, scope, dimension, day, community, value, sum(count)::int as added
      from (${counted} union all ${storedOf(id, metric, column)}) compared
      group by 1, 2, 3, 4, 5, 6 having sum(count) <> 0
    ),
    change as materialized (
      select * from changed
      union all
      select realm, 'month', dimension, date_trunc('month', day)::date, community, value, sum(added)::int
      from changed where scope = 'community' group by 1, 3, 4, 5, 6 having sum(added) <> 0
    ),
    gone as (
      delete from insight_day d using change c where c.added < 0 and d.count + c.added = 0 and ${isSame}
    ),
    fewer as (
      update insight_day d set count = d.count + c.added from change c
      where c.added < 0 and d.count + c.added > 0 and ${isSame}
    )
    insert into insight_day as d (project_id, realm, metric, scope, dimension, day, community, value, count)
    select ${id}, realm, ${metric}, scope, dimension, day, community, value, added from change where added > 0
    order by realm, scope, dimension, day, community, value
    on conflict (project_id, realm, metric, scope, dimension, day, community, value) do update
    set count = d.count + excluded.count`)
}

/** Unknown communities, and the pages of forgotten users, count only in the sum of all. */
const counted = sql`(
  with part as materialized (
    select realm, dimension, day, lower(community) as community, value, max(community) as spelled, count(*) as count
    from fact group by 1, 2, 3, 4, 5
  )
  select realm, 'all' as scope, dimension, day, '' as community, value, sum(count) as count
  from part group by realm, dimension, day, value
  union all
  select realm, 'community', dimension, day, community, case dimension when 'total' then spelled else value end, count
  from part where community not in ('', 'u_'))`

/** Subtracts what is stored. The rows of a day are found by the index only with each of the dimensions. */
function storedOf(id: string, metric: Stored, days: SQL): SQL {
  return sql`
    select realm, scope, dimension, day, community, value, -count from insight_day
    where project_id = ${id} and realm in ('sandbox', 'real') and metric = ${metric}
      and scope in ('all', 'community') and dimension = any (${sql.param([...dimensions[metric]])})
      and day = any (${days})`
}
