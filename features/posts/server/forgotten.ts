import { sql } from 'drizzle-orm'
import type { Transaction } from '#platform/server/database/database.ts'
import { type Identity, identities } from './identity.ts'

/** Returns the posts that aren't forgotten. */
export async function withoutForgotten<T extends Identity>(tx: Transaction, posts: readonly T[]): Promise<T[]> {
  if (posts.length === 0) return []
  const { rows } = await tx.execute<{ place: string }>(sql`
    select k.place from ${identities(posts)}
    join forgotten f on f.source = k.source and f.kind = k.kind and f.outside_id = k.outside_id`)
  const gone = new Set(rows.map(({ place }) => Number(place) - 1))
  return posts.filter((_, at) => !gone.has(at))
}
