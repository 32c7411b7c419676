import { sql } from 'drizzle-orm'
import { recent } from '#features/matching/server/index.ts'
import type { Transaction } from '#platform/server/database/database.ts'

/**
 * Deletes jobs in any state that name the erased subject, and jobs whose row is gone: they contain its IDs and have
 * nothing left to do. A job and its row are always written in one transaction.
 */
export async function forgetJobs(tx: Transaction, subjectId: string): Promise<void> {
  const lost = [
    ['mailId', sql`mail`],
    ['importId', sql`import`],
    ['exportId', sql`export`],
    ['batchId', sql`${recent}`],
  ] as const
  const without = lost.map(
    ([key, table]) => sql`(j.data->>${key}::text is not null
      and not exists (select from ${table} r where r.id = (j.data->>${key}::text)::uuid))`,
  )
  await tx.execute(sql`
    delete from pgboss.job j where strpos(j.data::text, ${subjectId}) > 0 or ${sql.join(without, sql` or `)}`)
}
