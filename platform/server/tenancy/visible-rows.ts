import { and, isNotNull, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'

/**
 * Whether a row is of the realm that its project sees (DESIGN 3). Which projects are in the sandbox is asked once a query,
 * of an index that mostly is empty: a question for each row would go through the policy of project each time.
 */
function inSandbox(projectId: SQL | PgColumn): SQL {
  return sql`case when ${projectId} = any (array(select s.id from project s where s.realm = 'sandbox'))
    then 'sandbox' else 'real' end`
}
export function isInRealm({ projectId, realm }: { projectId: PgColumn; realm: PgColumn }): SQL {
  return sql`${realm} = ${inSandbox(projectId)}`
}

/** The same of a row under its alias in a written query. */
export function isInRealmAs(alias: string): SQL {
  const name = sql.identifier(alias)
  return sql`${name}.realm = ${inSandbox(sql`${name}.project_id`)}`
}

/** Whether people are shown a lead or mention: it is released, and of the realm that its project sees. */
export function isSeen(table: { projectId: PgColumn; realm: PgColumn; releasedAt: PgColumn }): SQL {
  return and(isReleased(table), isInRealm(table))!
}
export function isSeenAs(alias: string): SQL {
  return sql`(${isReleasedAs(alias)} and ${isInRealmAs(alias)})`
}

/**
 * Whether a lead or mention is released (docs/decisions/0038). What is held is there for the pipeline alone:
 * whoever answers people, or counts for them, asks for this.
 */
export function isReleased({ releasedAt }: { releasedAt: PgColumn }): SQL {
  return isNotNull(releasedAt)
}

/** The same of a row under its alias in a written query. */
export function isReleasedAs(alias: string): SQL {
  return sql`${sql.identifier(alias)}.released_at is not null`
}
