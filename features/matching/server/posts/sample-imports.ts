import { sql } from 'drizzle-orm'
import type { Source } from '#engine/sources.ts'
import type { Transaction } from '#platform/server/database/database.ts'

interface ImportsOf {
  /** The project whose own imports are included; null for shared ones only. */
  id: string | null
  sources: readonly Source[]
}

/** The most batches to draw posts from; each holds a few hundred. */
const batchesMost = 1_000

/**
 * Draws up to about `most` imported posts, evenly from all imports: an archive is sorted by community or by date, so
 * its start or end alone says little. Returns their IDs and the number of all imported posts.
 */
export async function sampleImports(
  tx: Transaction,
  { id, sources }: ImportsOf,
  most: number,
): Promise<{ total: number; ids: string[] }> {
  const { rows } = await tx.execute<{ total: string; ids: string[] }>(sql`
    with pinned as (
      select id, item_count, row_number() over (order by id) as place, count(*) over () as batches
      from recent
      where arrived_on = 'infinity' and item_count > 0
        and (project_id is null and source = any (${sql.param([...sources])}::text[]) or project_id = ${id}::uuid)
    ), drawn as (
      select id, item_count from pinned where place % ceil(batches / ${batchesMost}::numeric) = 0
    ), step as (
      select greatest(1, ceil(sum(item_count) / ${most}::numeric)) as size from drawn
    ), numbered as (
      select u.id, row_number() over (order by r.id, u.place) as place
      from drawn d join recent r on r.arrived_on = 'infinity' and r.id = d.id
      cross join lateral unnest(r.post_ids) with ordinality u(id, place)
    )
    select (select coalesce(sum(item_count), 0) from pinned)::text as total,
      array(select n.id from numbered n, step s where n.place % s.size = 0 order by n.place) as ids`)
  const { total = '0', ids = [] } = rows[0] ?? {}
  return { total: Number(total), ids }
}
