import { sql } from 'drizzle-orm'
import { failedQueue } from './boss.ts'
import type { Ctx } from './ctx.ts'
import type { Transaction } from './db/database.ts'
import type { JobName, Jobs } from './queue.ts'

/** A job that failed again and again until it was given up, also one that took its process along each time. */
export interface FailedJob {
  id: string
  queue: JobName
  failedAt: Date
  /** The name of the last error. */
  error: string
  /** Whose job it was, where it is one project's own. */
  projectId: string | null
}

/** The jobs that were given up in the last two weeks, newest first; of one project, or of all. */
export async function failedJobs(
  tx: Transaction,
  { projectId, limit = 100 }: { projectId?: string; limit?: number } = {},
): Promise<FailedJob[]> {
  const whose = projectId === undefined ? sql`true` : sql`data->>'projectId' = ${projectId}`
  const { rows } = await tx.execute<Record<keyof FailedJob, string> & { projectId: string | null }>(sql`
    select id, source_name as queue, created_on as "failedAt", data->>'projectId' as "projectId",
      coalesce(source_output->>'error', source_output->'value'->>'message', 'unknown') as error
    from pgboss.job where name = ${failedQueue} and ${whose}
    order by created_on desc limit ${limit}`)
  return rows.map((row) => ({ ...row, queue: row.queue as JobName, failedAt: new Date(row.failedAt) }))
}

/** Enqueues a job that was given up once more. Answers false where it is gone, or somebody else has done so. */
export async function retryJob(ctx: Ctx, tx: Transaction, id: string): Promise<boolean> {
  const { rows } = await tx.execute<{ queue: JobName; data: Jobs[JobName] }>(sql`
    delete from pgboss.job where name = ${failedQueue} and id = ${id} returning source_name as queue, data`)
  for (const { queue, data } of rows) await ctx.queue.send(tx, queue, data)
  return rows.length > 0
}
