import { sql } from 'drizzle-orm'
import type { Transaction } from '#platform/server/database/database.ts'
import { isReleasedAs } from '#platform/server/tenancy/visible-rows.ts'
import type { Origin } from '../contract.ts'
import { type BasisRow, basisOf, datedMatches, perDay } from './dated-matches.ts'

/** The figures of one keyword or competitor. */
export interface Figures {
  hitsPerDay: number | null
  /** The posts that they are based on; null without matches. */
  hitsFrom: Origin | null
  /** 0 to 1; null without matches. */
  leadShare: number | null
  lastHitAt: Date | null
}

export const noFigures: Figures = { hitsPerDay: 0, hitsFrom: null, leadShare: null, lastHitAt: null }

/** The number of matches read in all: the newest of each project, fewer per project the more projects there are. */
const findsMost = 2_000

interface Found extends BasisRow {
  projectId: string
  kind: string
  phrase: string
  hits: number
  leads: number
  lastHitAt: string | null
}

/** Returns figures by figuresKey(), from these projects' released matches. Entries without matches are left out. */
export async function figuresOf(
  tx: Transaction,
  projectIds: readonly string[],
  now: Date,
): Promise<Map<string, Figures>> {
  if (projectIds.length === 0) return new Map()
  const each = Math.ceil(findsMost / projectIds.length)
  const { rows } = await tx.execute<Found>(sql`
    with ${datedMatches(sql`${sql.param([...projectIds])}::uuid[]`, sql`${each}`, now)}
    select n.project_id as "projectId", f.kind, f.phrase, count(*)::int as hits, count(o.id)::int as leads,
      to_json(max(n.at))#>>'{}' as "lastHitAt",
      b."from", to_json(b.since)#>>'{}' as since, to_json(b.until)#>>'{}' as until, b."isComplete"
    from matches n
    join basis b on b.project_id = n.project_id
    cross join lateral (
      select distinct h->>'kind' as kind, h->>'phrase' as phrase
      from jsonb_array_elements(n.hits) h where h->>'kind' <> 'profile'
    ) f
    left join opportunity o on o.project_id = n.project_id and o.post_id = n.post_id
    where o.id is null or ${isReleasedAs('o')}
    group by 1, 2, 3, b."from", b.since, b.until, b."isComplete"`)
  return new Map(
    rows.map(({ projectId, kind, phrase, hits, leads, lastHitAt, ...basis }) => {
      const hitsPerDay = perDay(hits, basisOf(basis))
      const latest = lastHitAt === null ? null : new Date(lastHitAt)
      const figures = { hitsPerDay, hitsFrom: basis.from, leadShare: leads / hits, lastHitAt: latest }
      return [figuresKey(projectId, kind, phrase), figures]
    }),
  )
}

export function figuresKey(projectId: string, kind: string, phrase: string): string {
  return `${projectId} ${kind} ${phrase}`
}
