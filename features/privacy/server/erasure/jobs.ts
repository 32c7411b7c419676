import { sql } from 'drizzle-orm'
import { recent } from '#features/matching/server/index.ts'
import type { Transaction } from '#platform/server/database/database.ts'

/**
 * Takes away queued, finished and failed jobs that name what is erased, and those whose row is gone: what they carry are
 * ids of it, and there is nothing for them to do. A job and the row that it names are written in one transaction.
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
