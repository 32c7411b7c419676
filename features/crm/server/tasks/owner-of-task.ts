import { sql } from 'drizzle-orm'

/** The user who is to do the task `t`: whom it is assigned to, otherwise whoever added it. */
export const ownerOfTask = sql`coalesce(t.assignee_id, t.created_by)`
