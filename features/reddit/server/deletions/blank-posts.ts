import { sql } from 'drizzle-orm'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'

/** As long as an untouched lead of a deleted post stays on lists. */
const keptMs = 24 * 3_600_000
const atOnce = 1000

/**
 * Deletes a batch of blanked posts that nothing refers to; returns their number. Their tombstones stay (tombstones.ts),
 * and so does everything that users made of them.
 */
export async function removeBlankPosts(ctx: Ctx, tx: Transaction): Promise<number> {
  const before = new Date(ctx.now().getTime() - keptMs).toISOString()
  const isUnused = sql`not exists (select from opportunity o where o.post_id = p.id)
    and not exists (select from mention m where m.post_id = p.id)
    and not exists (select from candidate c where c.post_id = p.id)`
  const { rows } = await tx.execute<{ id: string }>(sql`
    select p.id from post_check c join post p on p.id = c.post_id
    join forgotten f on f.source = p.source and f.kind = p.kind and f.outside_id = p.outside_id
    where c.standing in ('deleted', 'removed', 'absent', 'authorless') and c.checked_at <= ${before}
      and f.settled_at is not null and ${isUnused}
    order by p.id limit ${atOnce} for update of p skip locked`)
  // Checks again, since a transaction that held the lock may have added a reference.
  const { rowCount } = await tx.execute(sql`
    delete from post p where p.id = any (${sql.param(rows.map(({ id }) => id))}::uuid[]) and ${isUnused}`)
  return rowCount ?? 0
}
