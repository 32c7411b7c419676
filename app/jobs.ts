import type { Job, PgBoss } from 'pg-boss'
import { announce } from '#platform/server/announce.ts'
import { actingAs, type Ctx } from '#platform/server/ctx.ts'
import { transaction } from '#platform/server/database/database.ts'
import { type Fault, faultOf } from '#platform/server/faults/fault.ts'
import { hasFreeSpace } from '#platform/server/free-space.ts'
import { queueSchema, retryLimit, schedule, unschedule } from '#platform/server/jobs/boss.ts'
import type { JobName, Jobs } from '#platform/server/jobs/queue.ts'
import { jobSteps } from './server.ts'

const names = Object.keys(jobSteps) as JobName[]

/**
 * Several jobs per fetch, because a worker that takes one per wake-up would sleep between them. Each job has its own
 * result, so that a failure doesn't affect the others. Workers are woken instead of each looking for jobs.
 */
const working = {
  batchSize: 4,
  burstWhenBatchFull: true,
  perJobResults: true,
  pollingIntervalSeconds: 0.5,
  notifyPollingIntervalSeconds: 600,
} as const

/**
 * Starts workers for all jobs in this process; they run until the queue is stopped. Returns a function to call every
 * second, which wakes the workers whose jobs are due: PostgreSQL notifies them when a job is sent, but not when a delayed
 * or failed one is due.
 */
export async function startWorkers(ctx: Ctx, boss: PgBoss): Promise<() => Promise<void>> {
  for (const name of names) {
    const { cron, isIdle } = jobSteps[name]
    if (!cron) continue
    if (isIdle?.(ctx)) await unschedule(boss, name)
    else await schedule(boss, name, cron)
  }
  for (const name of names) {
    const batchSize = jobSteps[name].isSlow ? 1 : working.batchSize
    await boss.work(name, { ...working, batchSize }, async (jobs: Job<Jobs[typeof name]>[]) => {
      const outcomes: Outcome[] = []
      for (const job of jobs) outcomes.push(await outcomeOf(ctx, name, job))
      return outcomes
    })
  }
  // Includes the queue's own worker, which sends scheduled jobs.
  const workers = Map.groupBy(boss.getWipData({ includeInternal: true }), ({ name }) => name)
  return async () => {
    for (const name of await dueQueues(ctx, [...workers.keys()])) {
      for (const { id } of workers.get(name)!) boss.notifyWorker(id)
    }
  }
}

/** Returns which of the queues have a job that is due, in one query that looks up each of them in an index. */
async function dueQueues({ db }: Ctx, queues: readonly string[]): Promise<string[]> {
  const rows = await db.ask<{ name: string }>({
    name: 'due queues',
    text: `select name from unnest($1::text[]) as queue(name) where exists (
      select from ${queueSchema}.job where job.name = queue.name and state < 'active' and not blocked
        and start_after <= ${queueSchema}.job_now())`,
    values: [queues],
  })
  return rows.map(({ name }) => name)
}

export interface DrainOptions {
  /** Called after each job. */
  onJob?: (name: JobName) => Promise<void>
  /** When aborted, the drain ends after the current jobs; the others stay queued. */
  stop?: AbortSignal
}

/**
 * Runs queued jobs in this process until none is left, including those waiting for a retry. Doesn't wait for jobs
 * active in another process, nor for imports while the disk is almost full.
 */
export async function drain(ctx: Ctx, boss: PgBoss, { onJob, stop }: DrainOptions = {}): Promise<void> {
  for (let idle = false; !idle && !stop?.aborted; ) {
    idle = true
    let waiting = await queuesWithJobs(ctx)
    for (const name of names) {
      if (stop?.aborted) return
      if (!waiting.has(name)) continue
      // On an almost full disk, imports would only be postponed again and again.
      if (name === 'import' && !(await hasFreeSpace(ctx))) continue
      const jobs = await boss.fetch<Jobs[typeof name]>(name, { batchSize: working.batchSize, ignoreStartAfter: true })
      for (const job of jobs) {
        idle = false
        const { status, output } = await outcomeOf(ctx, name, job)
        if (status === 'completed') await boss.complete(name, job)
        else await boss.fail(name, job, output)
        await onJob?.(name)
      }
      // These jobs may have queued others.
      if (jobs.length > 0) waiting = await queuesWithJobs(ctx)
    }
  }
}

/** Returns the names of queues with jobs that wait for their first run or a retry, in one query for all queues. */
async function queuesWithJobs({ db }: Ctx): Promise<ReadonlySet<string>> {
  const rows = await db.ask<{ name: string }>({
    text: `select distinct name from ${queueSchema}.job where state in ('created', 'retry')`,
  })
  return new Set(rows.map(({ name }) => name))
}

interface Outcome {
  id: string
  status: 'completed' | 'failed'
  output: Fault | null
}

/** Runs a job. Its log lines name the job. */
async function outcomeOf<N extends JobName>(ctx: Ctx, name: N, job: Job<Jobs[N]>): Promise<Outcome> {
  const own = { ...actingAs(ctx, { kind: 'job', name }), log: ctx.log.child({ job: job.id, queue: name }) }
  const startedAt = ctx.now().getTime()
  const ms = () => ctx.now().getTime() - startedAt
  try {
    await jobSteps[name].run(own, job.data)
    own.log.debug({ ms: ms() }, 'job done')
    return { id: job.id, status: 'completed', output: null }
  } catch (error) {
    const fault = faultOf(error)
    own.log.error({ retries: job.retryCount, ms: ms(), ...fault }, 'job failed')
    if (job.retryCount >= retryLimit) {
      await jobSteps[name].giveUp?.(own, job.data)
      await announceFailure(own, job.data)
    }
    return { id: job.id, status: 'failed', output: fault }
  }
}

/** Updates the project's open screens after a job was given up; other screens see it on their next request. */
async function announceFailure(ctx: Ctx, data: Jobs[JobName]): Promise<void> {
  // Scheduled jobs have no data.
  if (!data || !('projectId' in data)) return
  const { projectId } = data
  await transaction(ctx, (tx) => announce(ctx, tx, 'health', [projectId])).catch(() => {
    // The project or the database may be gone. Screens see the failure on their next request.
  })
}
