import { type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { failedQueue } from '#platform/server/jobs/boss.ts'
import type { JobName, Jobs } from '#platform/server/jobs/queue.ts'
import type { Failure, JobKind } from '../../contract.ts'
import { reasonOf } from './reasons.ts'

/**
 * Returns the condition for failed jobs that concern a project: its own and shared ones. Relies on the policies to hide
 * rows of other projects, so `tx` must see only this project (transaction's onlyProject).
 */
function concerning(projectId: string): SQL {
  return sql`
    name = ${failedQueue} and case
      when data ? 'projectId' then data->>'projectId' = ${projectId}
      when data ? 'importId' then exists (select from import i where i.id = (data->>'importId')::uuid)
      when data ? 'batchId' then exists (
        select from recent r where r.arrived_on = (data->>'arrivedOn')::date and r.id = (data->>'batchId')::uuid)
      else true end`
}

/** Returns the failures that concern a project, by kind and reason, latest first. */
export function readFailures(tx: Transaction, projectId: string): Promise<Failure[]> {
  return failuresOf(tx, concerning(projectId))
}

/** Returns all failures of the server, for internal admins. */
export function readAllFailures(tx: Transaction): Promise<Failure[]> {
  return failuresOf(tx, sql`name = ${failedQueue}`)
}

async function failuresOf(tx: Transaction, condition: SQL): Promise<Failure[]> {
  const { rows } = await tx.execute<{
    kind: JobKind
    error: string | null
    code: string | null
    count: number
    tries: number
    first: Date
    last: Date
  }>(sql`
    select source_name as kind, coalesce(source_output->>'error', source_output->'value'->>'message') as error,
      source_output->>'code' as code, count(*)::int, max(source_retry_count) + 1 as tries,
      min(created_on) as first, max(created_on) as last
    from pgboss.job where ${condition} group by 1, 2, 3 order by max(created_on) desc`)
  const failures = new Map<string, Failure>()
  for (const { kind, count, tries, first, last, ...cause } of rows) {
    const reason = reasonOf(cause)
    const earlierFailure = failures.get(`${kind} ${reason}`)
    failures.set(`${kind} ${reason}`, {
      kind,
      reason,
      count: count + (earlierFailure?.count ?? 0),
      tries: Math.max(tries, earlierFailure?.tries ?? 0),
      firstAt: earlier(new Date(first).toISOString(), earlierFailure?.firstAt),
      lastAt: earlierFailure?.lastAt ?? new Date(last).toISOString(),
    })
  }
  return [...failures.values()]
}

/** Returns the IDs of a project's failed jobs of one kind, oldest first. */
export async function failedIds(tx: Transaction, projectId: string, kind: JobKind, limit: number): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select id from pgboss.job where ${concerning(projectId)} and source_name = ${kind} order by created_on limit ${limit}`)
  return rows.map(({ id }) => id)
}

/** Enqueues a failed job again. Returns false if it is gone or was already retried. */
export async function retryJob(ctx: Ctx, tx: Transaction, id: string): Promise<boolean> {
  const { rows } = await tx.execute<{ queue: JobName; data: Jobs[JobName] }>(sql`
    delete from pgboss.job where name = ${failedQueue} and id = ${id} returning source_name as queue, data`)
  for (const { queue, data } of rows) await ctx.queue.send(tx, queue, data)
  return rows.length > 0
}

function earlier(a: string, b: string | undefined): string {
  return b !== undefined && b < a ? b : a
}
