import { type SQL, sql } from 'drizzle-orm'

/** What makes two posts the same (docs/decisions/0008); the id as digits. */
export interface Identity {
  source: number
  kind: string
  outsideId: string
}

/** The same as one text. */
export function identityOf({ source, kind, outsideId }: Identity): string {
  return `${source} ${kind} ${outsideId}`
}

/** Posts as a table k(source, kind, outside_id, place), with their places counted from 1. */
export function identities(posts: readonly Identity[]): SQL {
  const column = <T>(value: (post: Identity) => T) => sql.param(posts.map(value))
  return sql`unnest(${column(({ source }) => source)}::smallint[], ${column(({ kind }) => kind)}::text[],
    ${column(({ outsideId }) => outsideId)}::bigint[]) with ordinality as k(source, kind, outside_id, place)`
}
