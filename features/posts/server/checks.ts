import { sql } from 'drizzle-orm'
import { nextCheckAt, type Urgency } from '#engine/reddit/rechecks.ts'
import type { Source } from '#engine/sources.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import type { postCheck } from './tables.ts'

/** How a post arrived: directly from Reddit or not, and in full or only by RSS. */
export type SeenBy = (typeof postCheck.$inferSelect)['seenBy']

/** How the items of each source arrive. */
export const seenBy: Readonly<Record<Source, SeenBy>> = {
  'reddit-api': 'api',
  sandbox: 'api',
  'reddit-rss': 'feed',
  archive: 'import',
  hackernews: 'api',
}

export interface Delivery {
  source: number
  kind: string
  outsideId: string
  /** Null unless the archive made up the ID: such a post can't be checked. */
  outsideName: string | null
  arrivedAt: Date
  seenBy: SeenBy
}

/**
 * Returns the first post_check row of a new post. A post that just arrived gets the highest urgency, as if it were
 * shown, until that is known.
 */
export function firstCheck({ arrivedAt, seenBy: seen, outsideName }: Delivery): {
  checkedAt: string | null
  urgency: Urgency
  dueAt: string | null
} {
  const urgency = seen === 'import' ? 5 : 0
  const dueAt = new Date(nextCheckAt(urgency, arrivedAt.getTime())).toISOString()
  return {
    checkedAt: seen === 'import' ? null : arrivedAt.toISOString(),
    urgency,
    dueAt: outsideName === null ? dueAt : null,
  }
}

/** Posts seen this recently aren't updated again. */
const seenAgainMs = 30 * 60_000

/**
 * Records that RSS still lists a post. The API is asked directly, so its deliveries don't count. Locks rows in the
 * order in which posts are reduced.
 */
export async function noteSeenAgain(tx: Transaction, deliveries: readonly Delivery[]): Promise<void> {
  const fromFeeds = deliveries.filter((each) => each.seenBy === 'feed')
  if (fromFeeds.length === 0) return
  const column = <T>(value: (delivery: Delivery) => T) => sql.param(fromFeeds.map(value))
  await tx.execute(sql`
    with held as materialized (
      select c.post_id, k.at
      from unnest(${column((each) => each.source)}::smallint[], ${column((each) => each.kind)}::text[],
      ${column((each) => each.outsideId)}::bigint[], ${column((each) => each.arrivedAt.toISOString())}::timestamptz[])
        as k(source, kind, outside_id, at)
      join post p on p.source = k.source and p.kind = k.kind and p.outside_id = k.outside_id and p.project_id is null
      join post_check c on c.post_id = p.id
      where c.seen_by = 'feed' and c.standing = 'there'
        and (c.checked_at < k.at - ${seenAgainMs} * interval '1 millisecond' or c.absent_at is not null)
      order by c.post_id for update of c
    )
    update post_check c set checked_at = h.at, checked_by = 'feed', absent_at = null
    from held h where c.post_id = h.post_id and c.checked_at < h.at`)
}
