import { type SQL, sql } from 'drizzle-orm'

/** The identity of a post (docs/decisions/0008); the ID as digits. */
export interface Identity {
  source: number
  kind: string
  outsideId: string
}

/** Returns the identity as a string. */
export function identityOf({ source, kind, outsideId }: Identity): string {
  return `${source} ${kind} ${outsideId}`
}

/** Returns posts as a table k(source, kind, outside_id, place), with `place` counted from 1. */
export function identities(posts: readonly Identity[]): SQL {
  const column = <T>(value: (post: Identity) => T) => sql.param(posts.map(value))
  return sql`unnest(${column(({ source }) => source)}::smallint[], ${column(({ kind }) => kind)}::text[],
    ${column(({ outsideId }) => outsideId)}::bigint[]) with ordinality as k(source, kind, outside_id, place)`
}
