import { type SQL, sql } from 'drizzle-orm'
import { healthDays } from '#engine/candidates/health-days.ts'
import { isInRealmAs } from '#platform/server/tenancy/visible-rows.ts'
import type { Origin } from '../contract.ts'

const dayMs = 24 * 3_600_000

/** The matches that statistics of a project are based on. */
export interface Basis {
  from: Origin
  /** The dates of the oldest and the newest post; of live ones, until now. Null if no post has a date. */
  since: Date | null
  until: Date | null
  /** False if a project has more matches than are read. Then the span of imported posts is unknown. */
  isComplete: boolean
}

/** A row of `basis` in datedMatches(). */
export interface BasisRow extends Record<string, unknown> {
  from: Origin
  since: string | null
  until: string | null
  isComplete: boolean
}

/**
 * Returns common table expressions: `matches`, the newest matches of projects with the dates of their posts, and
 * `basis`, one row per project. Statistics are based on posts of the last days that arrived live. Only without any are
 * they based on imported posts, whose dates may span years, so that the time of the import says nothing about them.
 */
export function datedMatches(projectIds: SQL, most: SQL, now: Date): SQL {
  const from = sql`${new Date(now.getTime() - healthDays * dayMs).toISOString()}::timestamptz`
  const until = sql`${now.toISOString()}::timestamptz`
  // Sorted by the table's key, since post IDs are in arrival order. Values are in subselects, so that the plan can be
  // reused: with few matches, planning takes five times as long as reading.
  return sql`
    newest as materialized (
      select c.*, case when p.import_id is null then 'live' else 'imported' end as origin,
        -- Null for an imported post without a date: the time of its import says nothing about it.
        case when coalesce(p.posted_at, c.created_at) > (select ${until}) then (select ${until})
          when p.import_id is null then coalesce(p.posted_at, c.created_at) else p.posted_at end as at
      from unnest((select ${projectIds})) w(project_id)
      cross join lateral (
        select project_id, post_id, hits, created_at from candidate
        where project_id = w.project_id and ${isInRealmAs('candidate')} order by post_id desc limit (select ${most}::int)
      ) c
      join post p on p.id = c.post_id
    ), basis as (
      select project_id, case when bool_or(is_live) then 'live' else 'imported' end as "from",
        coalesce(min(at) filter (where is_live), min(at)) as since,
        case when bool_or(is_live) then (select ${until}) else max(at) end as until,
        max(read) < (select ${most}::int) as "isComplete"
      from (
        select *, origin = 'live' and at > (select ${from}) as is_live, count(*) over (partition by project_id) as read
        from newest
      ) n
      where is_live or origin = 'imported' group by 1
    ), matches as (
      select n.* from newest n join basis b using (project_id)
      where n.origin = b."from" and (n.origin = 'imported' or n.at > (select ${from}))
    )`
}

export function basisOf({ from, since, until, isComplete }: BasisRow): Basis {
  const dated = (instant: string | null) => (instant === null ? null : new Date(instant))
  return { from, since: dated(since), until: dated(until), isComplete }
}

/** Returns the average per day; null if the span of the posts is unknown. */
export function perDay(hits: number, { from, since, until, isComplete }: Basis): number | null {
  if (!since || !until || (from === 'imported' && !isComplete)) return null
  const days = Math.max(1, (until.getTime() - since.getTime()) / dayMs)
  return hits / (from === 'live' ? Math.min(healthDays, days) : days)
}
