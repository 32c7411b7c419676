import { isNotNull, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'

/**
 * Whether a lead or mention is released (docs/decisions/0038-releases.md). What is held is there for the pipeline alone:
 * whoever answers people, or counts for them, asks for this.
 */
export function isReleased({ releasedAt }: { releasedAt: PgColumn }): SQL {
  return isNotNull(releasedAt)
}

/** The same of a row under its alias in a written query. */
export function isReleasedAs(alias: string): SQL {
  return sql`${sql.identifier(alias)}.released_at is not null`
}
