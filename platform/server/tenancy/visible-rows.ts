import { and, isNotNull, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'

/**
 * Returns the realm that a row's project sees (DESIGN 3). Reads the sandbox projects once per query from an index that
 * is mostly empty: a lookup for each row would evaluate the policy of `project` every time.
 */
function inSandbox(projectId: SQL | PgColumn): SQL {
  return sql`case when ${projectId} = any (array(select s.id from project s where s.realm = 'sandbox'))
    then 'sandbox' else 'real' end`
}
export function isInRealm({ projectId, realm }: { projectId: PgColumn; realm: PgColumn }): SQL {
  return sql`${realm} = ${inSandbox(projectId)}`
}

/** Returns the same condition for a row alias in raw SQL. */
export function isInRealmAs(alias: string): SQL {
  const name = sql.identifier(alias)
  return sql`${name}.realm = ${inSandbox(sql`${name}.project_id`)}`
}

/** Returns the condition for leads or mentions that users see: released, and of their project's realm. */
export function isSeen(table: { projectId: PgColumn; realm: PgColumn; releasedAt: PgColumn }): SQL {
  return and(isReleased(table), isInRealm(table))!
}
export function isSeenAs(alias: string): SQL {
  return sql`(${isReleasedAs(alias)} and ${isInRealmAs(alias)})`
}

/**
 * Returns the condition for released leads or mentions (docs/decisions/0038). Only the pipeline sees held ones, so
 * every query that shows or counts rows for users needs this.
 */
export function isReleased({ releasedAt }: { releasedAt: PgColumn }): SQL {
  return isNotNull(releasedAt)
}

/** Returns the same condition for a row alias in raw SQL. */
export function isReleasedAs(alias: string): SQL {
  return sql`${sql.identifier(alias)}.released_at is not null`
}
