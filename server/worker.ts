import type { Config } from './config.ts'
import { openContext } from './context.ts'
import { actingAs } from './ctx.ts'
import { transaction } from './db/database.ts'
import { heal } from './heal.ts'
import { startWorkers } from './jobs.ts'
import type { Assignment } from './supervisor.ts'

/** The worker process: runs jobs until `stop`, then lets the running ones end. */
export async function runWorker(
  config: Config,
  { databaseUrl, sandbox }: Assignment,
  stop: AbortSignal,
  ready: () => void,
): Promise<void> {
  const { ctx, boss, close } = await openContext(config, databaseUrl, 'worker', { stop, sandbox })
  await startWorkers(ctx, boss)
  await heal(ctx)
  // For the days to come, so that no arrival has to make its own.
  await transaction(actingAs(ctx, { kind: 'job', name: 'start' }), (tx) => ctx.queue.send(tx, 'upkeep', {}))
  ready()
  await new Promise((done) => stop.addEventListener('abort', done, { once: true }))
  await close()
}
