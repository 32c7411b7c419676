import { type SQL, sql } from 'drizzle-orm'
import { actingAs, type Ctx } from '#platform/server/ctx.ts'
import { type Transaction, transaction } from '#platform/server/database/database.ts'
import { failedQueue } from '#platform/server/jobs/boss.ts'
import type { BatchKey, JobName, Jobs } from '#platform/server/jobs/queue.ts'

/**
 * Sends missing jobs for rows that wait for one. An upgrade or a restored backup may have lost them. A repeated job may
 * also have ended early because its rows were locked by the original one, which then failed. Given-up jobs are left to
 * users. Called when a worker starts, and every hour.
 */
export async function requeueLostJobs(ctx: Ctx): Promise<void> {
  await transaction(actingAs(ctx, { kind: 'job', name: 'heal' }), async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('earshot heal'))`)
    for (const projectId of await projectsToBackfill(tx)) await ctx.queue.send(tx, 'backfill', { projectId })
    for (const key of await unfinishedBatches(tx)) await ctx.queue.send(tx, 'candidates', key)
    for (const { importId, isPurged } of await importsWithoutJobs(tx)) {
      await ctx.queue.send(tx, isPurged ? 'purge' : 'import', { importId })
    }
    for (const erasureId of await erasuresWithoutJobs(tx)) await ctx.queue.send(tx, 'erase', { erasureId })
    for (const exportId of await exportsWithoutJobs(tx)) await ctx.queue.send(tx, 'export', { exportId })
    for (const step of await runsWithoutJobs(tx)) await ctx.queue.send(tx, 'leadRun', step)
    for (const projectId of await projectsWithOverflow(tx)) await ctx.queue.send(tx, 'overflow', { projectId })
  })
}

/** Returns the jobs of these queues that are queued, active or given up. */
function jobs(names: readonly JobName[]): SQL {
  return sql`(
    select coalesce(source_name, name) as name, data from pgboss.job
    where state < 'completed' and coalesce(source_name, name) = any (${sql.param([...names])}::text[])
      and name = any (${sql.param([...names, failedQueue])}::text[])
  )`
}

async function projectsToBackfill(tx: Transaction): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select p.id from project p
    where p.status not in ('draft', 'archived') and p.backfilled_version <> p.version
      and not exists (select from ${jobs(['backfill'])} j where j.data->>'projectId' = p.id::text)
    order by p.id`)
  return rows.map(({ id }) => id)
}

async function unfinishedBatches(tx: Transaction): Promise<BatchKey[]> {
  const { rows } = await tx.execute<BatchKey & Record<string, unknown>>(sql`
    select r.arrived_on::text as "arrivedOn", r.id as "batchId"
    from recent r
    where r.finished_at is null
      and not exists (select from ${jobs(['candidates'])} j where j.data->>'batchId' = r.id::text)
    order by r.created_at`)
  return rows
}

/** Imports from the command line are missing here: they resume when the command runs again. */
async function importsWithoutJobs(tx: Transaction): Promise<{ importId: string; isPurged: boolean }[]> {
  const { rows } = await tx.execute<{ importId: string; isPurged: boolean }>(sql`
    select i.id as "importId", i.state = 'purging' as "isPurged" from import i
    where (i.state = 'purging' or (i.state in ('waiting', 'running') and i.origin <> 'command'))
      and not exists (select from ${jobs(['import', 'purge'])} j
        where j.data->>'importId' = i.id::text and j.name = case i.state when 'purging' then 'purge' else 'import' end)
    order by i.id`)
  return rows
}

/** Includes given-up erasures: no user is left to notice them, and the deletion was promised. */
async function erasuresWithoutJobs(tx: Transaction): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select e.id from erasure e
    where not exists (select from pgboss.job j
      where j.name = 'erase' and j.state < 'completed' and j.data->>'erasureId' = e.id::text)
    order by e.id`)
  return rows.map(({ id }) => id)
}

async function exportsWithoutJobs(tx: Transaction): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select e.id from export e
    where e.state in ('waiting', 'running')
      and not exists (select from ${jobs(['export'])} j where j.data->>'exportId' = e.id::text)
    order by e.id`)
  return rows.map(({ id }) => id)
}

/** A given-up run has failed already, so that it isn't here. */
async function runsWithoutJobs(tx: Transaction): Promise<Jobs['leadRun'][]> {
  const { rows } = await tx.execute<Jobs['leadRun'] & Record<string, unknown>>(sql`
    select r.project_id as "projectId", r.id as "runId", r.step from lead_run r
    where r.state in ('queued', 'running')
      and not exists (select from ${jobs(['leadRun'])} j
        where j.data->>'runId' = r.id::text and (j.data->>'step')::int = r.step)
    order by r.id`)
  return rows
}

/** Lists a project once per batch without a job. */
async function projectsWithOverflow(tx: Transaction): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select w.project_id as id
    from (select project_id, count(*) as waiting from overflow group by project_id) w
    left join (select data->>'projectId' as id, count(*) as sent from ${jobs(['overflow'])} j group by 1) s
      on s.id = w.project_id::text
    cross join generate_series(1, w.waiting - coalesce(s.sent, 0))`)
  return rows.map(({ id }) => id)
}
