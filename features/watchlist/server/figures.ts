import { sql } from 'drizzle-orm'
import type { Transaction } from '#platform/server/database/database.ts'
import { isInRealmAs, isReleasedAs } from '#platform/server/tenancy/visible-rows.ts'
import { healthDays } from '../contract.ts'

/** The recent figures of one keyword or competitor. */
export interface Figures {
  hitsPerDay: number
  /** 0 to 1; null without matches. */
  leadShare: number | null
  lastHitAt: Date | null
}

export const noFigures: Figures = { hitsPerDay: 0, leadShare: null, lastHitAt: null }

/** The number of matches read in all: the newest of each project, fewer per project the more projects there are. */
const findsMost = 2_000
const dayMs = 24 * 3_600_000

interface Found extends Record<string, unknown> {
  projectId: string
  kind: string
  phrase: string
  hits: number
  leads: number
  lastHitAt: string
  since: string
}

/** Returns figures by figuresKey(), from these projects' released matches. Entries without matches are left out. */
export async function figuresOf(
  tx: Transaction,
  projectIds: readonly string[],
  now: Date,
): Promise<Map<string, Figures>> {
  if (projectIds.length === 0) return new Map()
  const from = new Date(now.getTime() - healthDays * dayMs)
  const each = Math.ceil(findsMost / projectIds.length)
  // Sorted by the table's key, since post IDs are in arrival order. The values are in subselects, so that the plan can
  // be reused: with few matches, planning takes five times as long as reading.
  const { rows } = await tx.execute<Found>(sql`
    with newest as materialized (
      select c.* from unnest((select ${sql.param([...projectIds])}::uuid[])) w(project_id)
      cross join lateral (
        select project_id, post_id, hits, created_at from candidate
        where project_id = w.project_id and ${isInRealmAs('candidate')} order by post_id desc limit (select ${each}::int)
      ) c
      where c.created_at > (select ${from.toISOString()}::timestamptz)
    ), since as (
      select project_id, min(created_at) as at from newest group by 1
    )
    select n.project_id as "projectId", f.kind, f.phrase, count(*)::int as hits, count(o.id)::int as leads,
      to_json(max(n.created_at))#>>'{}' as "lastHitAt", to_json(min(s.at))#>>'{}' as since
    from newest n
    join since s on s.project_id = n.project_id
    cross join lateral (
      select distinct h->>'kind' as kind, h->>'phrase' as phrase
      from jsonb_array_elements(n.hits) h where h->>'kind' <> 'profile'
    ) f
    left join opportunity o on o.project_id = n.project_id and o.post_id = n.post_id
    where o.id is null or ${isReleasedAs('o')}
    group by 1, 2, 3`)
  return new Map(
    rows.map(({ projectId, kind, phrase, hits, leads, lastHitAt, since }) => {
      const days = Math.min(healthDays, Math.max(1, (now.getTime() - Date.parse(since)) / dayMs))
      const figures = { hitsPerDay: hits / days, leadShare: leads / hits, lastHitAt: new Date(lastHitAt) }
      return [figuresKey(projectId, kind, phrase), figures]
    }),
  )
}

export function figuresKey(projectId: string, kind: string, phrase: string): string {
  return `${projectId} ${kind} ${phrase}`
}
