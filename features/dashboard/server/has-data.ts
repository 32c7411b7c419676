import { sql } from 'drizzle-orm'
import type { Transaction } from '#platform/server/database/database.ts'
import { isSeenAs } from '#platform/server/tenancy/visible-rows.ts'

/** Returns whether a project has anything to count. */
export async function hasData(tx: Transaction, projectId: string): Promise<boolean> {
  const { rows } = await tx.execute<{ has: boolean }>(sql`
    select exists (select from opportunity o where o.project_id = ${projectId} and ${isSeenAs('o')})
      or exists (select from mention m where m.project_id = ${projectId} and ${isSeenAs('m')})
      or exists (select from person where project_id = ${projectId})
      or exists (select from conversation where project_id = ${projectId}) as has`)
  return rows[0]?.has ?? false
}
