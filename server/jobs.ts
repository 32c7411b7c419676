import type { Job, PgBoss } from 'pg-boss'
import { actingAs, type Ctx } from './ctx.ts'
import { type Fault, faultOf } from './fault.ts'
import { findCandidates } from './pipeline/candidates.ts'
import { sweepFreshness } from './pipeline/freshness.ts'
import { showOpportunities } from './pipeline/opportunities.ts'
import { lookBack } from './pipeline/scan.ts'
import { scoreCandidates } from './pipeline/score.ts'
import { settle } from './pipeline/settle.ts'
import type { JobName, Jobs } from './queue.ts'

/** Every job with the step it runs, in the order in which a post meets them. */
const steps: { [N in JobName]: (ctx: Ctx, data: Jobs[N]) => Promise<void> } = {
  candidates: findCandidates,
  scan: lookBack,
  score: scoreCandidates,
  opportunities: showOpportunities,
  settle,
  freshness: sweepFreshness,
}
const names = Object.keys(steps) as JobName[]

/** What runs by the clock: cron expressions in UTC. */
const schedule: { [N in JobName]?: string } = {
  freshness: '*/5 * * * *',
}

/**
 * More than one job a fetch, or a worker would take one per wake-up and sleep again, and each with its own outcome,
 * so that one that fails does not take the others along.
 */
const working = { batchSize: 4, burstWhenBatchFull: true, perJobResults: true, pollingIntervalSeconds: 0.5 } as const

/** Makes this process work on all jobs until the queue is stopped. */
export async function startWorkers(ctx: Ctx, boss: PgBoss): Promise<void> {
  for (const [name, cron] of Object.entries(schedule)) await boss.schedule(name, cron)
  for (const name of names) {
    await boss.work(name, working, async (jobs: Job<Jobs[typeof name]>[]) => {
      const outcomes: Outcome[] = []
      for (const job of jobs) outcomes.push(await outcomeOf(ctx, name, job))
      return outcomes
    })
  }
}

export interface DrainOptions {
  /** Called after each job. */
  onJob?: () => Promise<void>
  /** Once aborted, ends after the jobs in hand; the others stay queued. */
  stop?: AbortSignal
}

/**
 * Works on queued jobs in this process until none is left, those waiting for another try included. Jobs that another
 * process has under way are not waited for.
 */
export async function drain(ctx: Ctx, boss: PgBoss, { onJob, stop }: DrainOptions = {}): Promise<void> {
  for (let idle = false; !idle && !stop?.aborted; ) {
    idle = true
    for (const name of names) {
      if (stop?.aborted) return
      for (const job of await boss.fetch<Jobs[typeof name]>(name, { batchSize: 4, ignoreStartAfter: true })) {
        idle = false
        const { status, output } = await outcomeOf(ctx, name, job)
        if (status === 'completed') await boss.complete(name, job)
        else await boss.fail(name, job, output)
        await onJob?.()
      }
    }
  }
}

interface Outcome {
  id: string
  status: 'completed' | 'failed'
  output: Fault | null
}

async function outcomeOf<N extends JobName>(ctx: Ctx, name: N, job: Job<Jobs[N]>): Promise<Outcome> {
  try {
    await steps[name](actingAs(ctx, { kind: 'job', name }), job.data)
    return { id: job.id, status: 'completed', output: null }
  } catch (error) {
    const fault = faultOf(error)
    ctx.log.error({ job: job.id, queue: name, retries: job.retryCount, ...fault }, 'job failed')
    return { id: job.id, status: 'failed', output: fault }
  }
}
