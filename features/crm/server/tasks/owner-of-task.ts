import { type SQL, sql } from 'drizzle-orm'

/** Returns the SQL of the user who is to do a task: whom it is assigned to, otherwise whoever added it. */
export function ownerOfTask(alias: 't'): SQL {
  return sql`coalesce(${sql.raw(alias)}.assignee_id, ${sql.raw(alias)}.created_by)`
}
