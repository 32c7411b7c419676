import { sql } from 'drizzle-orm'
import { nextCheckAt, type Urgency } from '#engine/reddit/rechecks.ts'
import type { Source } from '#engine/sources.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import type { postCheck } from './tables.ts'

/** By which way a post came: whether Reddit itself showed it, and whether more than a feed tells of it. */
export type SeenBy = (typeof postCheck.$inferSelect)['seenBy']

/** By which way the items of each source come. */
export const seenBy: Readonly<Record<Source, SeenBy>> = {
  'reddit-api': 'api',
  sandbox: 'api',
  'reddit-rss': 'feed',
  archive: 'import',
}

export interface Delivery {
  source: number
  kind: string
  outsideId: string
  /** Null unless the id is of an archive's own making: nobody can look for such. */
  outsideName: string | null
  arrivedAt: Date
  seenBy: SeenBy
}

/** What a new post's row of post_check begins with. What just arrived counts as shown, until it is known. */
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

/** What was seen so short a while ago is not written anew each time. */
const seenAgainMs = 30 * 60_000

/**
 * A feed that still tells of a post has seen it again. The API says that of its own accord when it is asked. Held in the
 * order in which they are reduced.
 */
export async function noteSeenAgain(tx: Transaction, deliveries: readonly Delivery[]): Promise<void> {
  const told = deliveries.filter((each) => each.seenBy === 'feed')
  if (told.length === 0) return
  const column = <T>(value: (delivery: Delivery) => T) => sql.param(told.map(value))
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
