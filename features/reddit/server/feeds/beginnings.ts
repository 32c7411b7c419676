import { sql } from 'drizzle-orm'
import type { Source } from '#engine/sources.ts'
import type { Transaction } from '#platform/server/database/database.ts'

/** A feed with older posts to read, from before polling began, and the time since which it has waited for its turn. */
interface Beginning {
  feedId: string
  at: number
}

/**
 * Returns the feed whose turn it is. Projects take turns by their last such page, and so do the feeds of a project. The
 * wait starts one share of the calls after the project's previous page.
 */
export async function nextBeginning(
  tx: Transaction,
  source: Source,
  now: Date,
  shareMs: number,
): Promise<Beginning | null> {
  const at = now.toISOString()
  const { rows } = await tx.execute<{ feedId: string; served: string }>(sql`
    with waiting as (
      select g.id, g.feed_id, g.tried_at, u.project_id
      from feed_gap g join feed p on p.id = g.feed_id join feed_use u on u.feed_id = p.id
      where g.ended_at is null and g.is_beginning and g.next_at <= ${at} and p.source = ${source}
        and p.error is null and p.source_failures = 0 and (p.leased_until is null or p.leased_until <= ${at})),
    served as (
      select u.project_id, max(g.tried_at) as at
      from feed_use u join feed_gap g on g.feed_id = u.feed_id and g.is_beginning
      where u.project_id in (select project_id from waiting) group by 1)
    select w.feed_id as "feedId", extract(epoch from s.at) * 1000 as served
    from waiting w join served s on s.project_id = w.project_id
    order by s.at, w.tried_at, w.id limit 1`)
  const [first] = rows
  return first ? { feedId: first.feedId, at: Number(first.served) + shareMs } : null
}
