import { sql } from 'drizzle-orm'
import type { Transaction } from '#platform/server/database/database.ts'

/** Returns a product's other names: the project's brand keywords without operators. */
export async function brandNames(tx: Transaction, projectId: string): Promise<string[]> {
  const { rows } = await tx.execute<{ query: string }>(sql`
    select query from keyword
    where project_id = ${projectId} and kind = 'brand' and status = 'active' and query !~ '[()"]|\\m(AND|OR|NOT|NEAR)\\M'
    order by id`)
  return rows.map(({ query }) => query)
}
