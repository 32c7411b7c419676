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

/** Time between two rounds. */
const pollMs = 1000
/** The same after a fault, which is mostly the database's. */
const brokenMs = 5000
const pollGraceMs = 5000

/** The worker process: runs jobs until `stop`, then lets the running ones end. */
export async function runWorker(
  config: Config,
  { databaseUrl, sandbox }: Assignment,
  stop: AbortSignal,
  ready: () => void,
): Promise<void> {
  if (databaseUrl === null) throw new Error('a worker is started once there is a database')
  const { ctx, boss, close } = await openContext(config, databaseUrl, 'worker', { stop, sandbox })
  await startWorkers(ctx, boss)
  await requeueLostJobs(ctx)
  // For the days to come, so that no arrival has to make its own.
  await transaction(actingAs(ctx, { kind: 'job', name: 'start' }), (tx) => ctx.queue.send(tx, 'upkeep', {}))
  const polling = pollFeeds(ctx, stop)
  ready()
  await aborted(stop)
  // What is under way is asked for again by the next worker, once its lease is over.
  await Promise.race([polling, pause(pollGraceMs, undefined, { ref: false })])
  await close()
}

/** Polls without jobs: each feed's row says when it is due and who has leased it. */
async function pollFeeds(ctx: Ctx, stop: AbortSignal): Promise<void> {
  const { syncFeeds, pollers } = openPoller(ctx)
  // Each by itself, so that none waits for one that has much to read.
  await Promise.all([syncFeeds, ...pollers].map((work) => again(ctx, stop, work)))
}

async function again(ctx: Ctx, stop: AbortSignal, work: () => Promise<void>): Promise<void> {
  while (!stop.aborted) {
    let wait = pollMs
    try {
      await work()
    } catch (error) {
      ctx.log.error(faultOf(error), 'polling feeds failed')
      wait = brokenMs
    }
    await pause(wait, undefined, { signal: stop }).catch(() => {
      // Stopped.
    })
  }
}
