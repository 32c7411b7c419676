import { sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import type { Transaction } from '../../db/database.ts'
import type { forgotten } from '../../db/forgetting-tables.ts'

/** What became of a post that is to be forgotten. */
export type Ending = (typeof forgotten.$inferSelect)['standing']

/** What makes two posts the same (docs/decisions/0008-post-identity.md); the id as digits. */
export interface Identity {
  source: number
  kind: string
  outsideId: string
}

/** Those of these posts that are not forgotten. */
export async function withoutForgotten<T extends Identity>(tx: Transaction, posts: readonly T[]): Promise<T[]> {
  if (posts.length === 0) return []
  const { rows } = await tx.execute<{ place: string }>(sql`
    select k.place from ${identities(posts)}
    join forgotten f on f.source = k.source and f.kind = k.kind and f.outside_id = k.outside_id`)
  const gone = new Set(rows.map(({ place }) => Number(place) - 1))
  return posts.filter((_, at) => !gone.has(at))
}

/** Posts as a table k, with their places from 1 on. */
export function identities(posts: readonly Identity[]) {
  const column = <T>(value: (post: Identity) => T) => sql.param(posts.map(value))
  return sql`unnest(${column(({ source }) => source)}::smallint[], ${column(({ kind }) => kind)}::text[],
    ${column(({ outsideId }) => outsideId)}::bigint[]) with ordinality as k(source, kind, outside_id, place)`
}

/** Sees to it that a post never comes back. Answers whether it was not known yet that it is gone. */
export async function bury(ctx: Ctx, tx: Transaction, post: Identity, standing: Ending): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`
    insert into forgotten (source, kind, outside_id, standing, forgotten_at)
    values (${post.source}, ${post.kind}, ${post.outsideId}::bigint, ${standing}, ${ctx.now().toISOString()})
    on conflict do nothing`)
  return rowCount === 1
}

/** Those that were forgotten before this instant and of which more may have been written since. */
export async function unsettled(tx: Transaction, before: Date): Promise<(Identity & { standing: Ending })[]> {
  const { rows } = await tx.execute<Identity & { standing: Ending } & Record<string, unknown>>(sql`
    select source, kind, outside_id::text as "outsideId", standing from forgotten
    where settled_at is null and forgotten_at <= ${before.toISOString()} order by forgotten_at`)
  return rows
}

export async function settle(ctx: Ctx, tx: Transaction, posts: readonly Identity[]): Promise<void> {
  await tx.execute(sql`
    update forgotten f set settled_at = ${ctx.now().toISOString()} from ${identities(posts)}
    where f.source = k.source and f.kind = k.kind and f.outside_id = k.outside_id`)
}
