import { sql } from 'drizzle-orm'
import type { Marks } from '#engine/reddit/forgotten-text.ts'
import { type Identity, identities } from '#features/posts/server/index.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import type { forgotten } from '../tables.ts'

/** The standing of a post to forget. */
export type Ending = (typeof forgotten.$inferSelect)['standing']

/**
 * Returns the marks of a post's quotes and author. They are kept until all concurrent writes are settled, or as long as
 * a reduced post is checked.
 */
export async function keptMarks(tx: Transaction, post: Identity, postIds: readonly string[]): Promise<Marks> {
  const { rows } = await tx.execute<{ quotes: string[]; names: string[] }>(sql`
    select coalesce(quote_marks, '{}')::text[] as quotes, coalesce(name_marks, '{}')::text[] as names from forgotten
    where source = ${post.source} and kind = ${post.kind} and outside_id = ${post.outsideId}::bigint
    union all
    select coalesce(quote_marks, '{}')::text[], coalesce(name_marks, '{}')::text[] from post_check
    where post_id = any (${sql.param([...postIds])}::uuid[])`)
  return { quotes: rows.flatMap(({ quotes }) => quotes), names: rows.flatMap(({ names }) => names) }
}

/** Keeps a deleted post from being added again, and saves its marks until it is settled. Returns whether it is new. */
export async function addTombstone(
  ctx: Ctx,
  tx: Transaction,
  post: Identity,
  { standing, marks }: { standing: Ending; marks: Marks },
): Promise<boolean> {
  const { rows } = await tx.execute<{ isNew: boolean }>(sql`
    insert into forgotten as f (source, kind, outside_id, standing, forgotten_at, quote_marks, name_marks)
    values (${post.source}, ${post.kind}, ${post.outsideId}::bigint, ${standing}, ${ctx.now().toISOString()},
      ${sql.param([...marks.quotes])}::bigint[], ${sql.param([...marks.names])}::bigint[])
    on conflict (source, kind, outside_id) do update
    set quote_marks = excluded.quote_marks, name_marks = excluded.name_marks where f.settled_at is null
    returning xmax = 0 as "isNew"`)
  return rows[0]?.isNew ?? false
}

/** Returns the posts that were forgotten before this instant and need a second pass. */
export async function unsettledTombstones(tx: Transaction, before: Date): Promise<(Identity & { standing: Ending })[]> {
  const { rows } = await tx.execute<Identity & { standing: Ending } & Record<string, unknown>>(sql`
    select source, kind, outside_id::text as "outsideId", standing from forgotten
    where settled_at is null and forgotten_at <= ${before.toISOString()} order by forgotten_at`)
  return rows
}
export async function settleTombstones(ctx: Ctx, tx: Transaction, posts: readonly Identity[]): Promise<void> {
  if (posts.length === 0) return
  await tx.execute(sql`
    update forgotten f set settled_at = ${ctx.now().toISOString()}, quote_marks = null, name_marks = null
    from ${identities(posts)}
    where f.source = k.source and f.kind = k.kind and f.outside_id = k.outside_id`)
}
