import { sql } from 'drizzle-orm'
import type { SoughtNames } from '#engine/seo/names.ts'
import { productNames } from '#features/reddit/server/index.ts'
import type { Transaction } from '#platform/server/database/database.ts'

/** Returns the names of a project and its competitors, with their aliases and domains. */
export async function soughtNames(tx: Transaction, projectId: string): Promise<SoughtNames> {
  const { name, aliases } = await productNames(tx, projectId)
  const { rows } = await tx.execute<{ name: string; forms: string[] }>(sql`
    select name, aliases || domains as forms from competitor
    where project_id = ${projectId} and status = 'active' order by id`)
  return { brand: [name, ...aliases], competitors: rows }
}
