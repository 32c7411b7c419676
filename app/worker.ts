import { setTimeout as pause } from 'node:timers/promises'
import { openPoller } from '#features/reddit/server/feeds/poll-feeds.ts'
import type { Config } from '#platform/server/config.ts'
import { actingAs, type Ctx } from '#platform/server/ctx.ts'
import { transaction } from '#platform/server/database/database.ts'
import { aborted } from '#platform/server/faults/aborted.ts'
import { faultOf } from '#platform/server/faults/fault.ts'
import { openContext } from './context.ts'
import { startWorkers } from './jobs.ts'
import { requeueLostJobs } from './requeue-lost-jobs.ts'
import type { Assignment } from './supervisor.ts'

/** The delay in ms between two looks for due feeds and jobs. */
const pollMs = 1000
/** The delay in ms after an error, usually of the database. */
const brokenMs = 5000
const pollGraceMs = 5000

/** Runs the worker process: runs jobs until `stop`, then lets the active ones finish. */
export async function runWorker(
  config: Config,
  { databaseUrl, sandbox }: Assignment,
  stop: AbortSignal,
  ready: () => void,
): Promise<void> {
  if (databaseUrl === null) throw new Error('a worker needs a database')
  const { ctx, boss, close } = await openContext(config, databaseUrl, 'worker', { stop, sandbox })
  const wake = await startWorkers(ctx, boss)
  await requeueLostJobs(ctx)
  // Creates the partitions of the coming days, so that arrivals don't have to.
  await transaction(actingAs(ctx, { kind: 'job', name: 'start' }), (tx) => ctx.queue.send(tx, 'upkeep', {}))
  const polling = pollFeeds(ctx, stop)
  const waking = again(ctx, stop, wake, 'looking for due jobs failed')
  ready()
  await aborted(stop)
  // The next worker polls unfinished feeds again after their lease has expired.
  await Promise.race([Promise.all([polling, waking]), pause(pollGraceMs, undefined, { ref: false })])
  await close()
}

/** Polls feeds without jobs: each feed's row has its due time and lease. */
async function pollFeeds(ctx: Ctx, stop: AbortSignal): Promise<void> {
  const { syncFeeds, pollers } = openPoller(ctx)
  // Separate loops, so that none waits for a slow one.
  await Promise.all([syncFeeds, ...pollers].map((work) => again(ctx, stop, work, 'polling feeds failed')))
}

async function again(ctx: Ctx, stop: AbortSignal, work: () => Promise<void>, failure: string): Promise<void> {
  while (!stop.aborted) {
    let wait = pollMs
    try {
      await work()
    } catch (error) {
      ctx.log.error(faultOf(error), failure)
      wait = brokenMs
    }
    await pause(wait, undefined, { signal: stop }).catch(() => {
      // Stopped.
    })
  }
}
