import { sql } from 'drizzle-orm'
import { fromDrizzle, PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import type { JobName, Queue } from './queue.ts'

/** Where the queue's tables are. */
export const queueSchema = 'pgboss'

/** For every queue: retries back off, so that a passing fault heals itself and a lasting one is seen. */
const settings = { retryLimit: 5, retryDelay: 2, retryBackoff: true, expireInSeconds: 600, notify: true } as const

/** A sweep needs to stand in the queue only once; every other job names its own rows. */
const policies: Record<JobName, 'standard' | 'short'> = {
  candidates: 'standard',
  scan: 'standard',
  score: 'standard',
  opportunities: 'standard',
  settle: 'standard',
  freshness: 'short',
}

export interface BossOptions {
  /** Connections it may hold. */
  poolSize: number
  /** True in workers: watch over jobs of workers that died, run the schedule, wake up on notification. */
  supervise: boolean
  log: Logger
}

/** Opens the job queue in its own schema. The tables must be there already: installBoss() makes them. */
export async function startBoss(url: string, options: BossOptions): Promise<PgBoss> {
  const boss = new PgBoss({
    connectionString: url,
    schema: queueSchema,
    max: options.poolSize,
    migrate: false,
    supervise: options.supervise,
    schedule: options.supervise,
    useListenNotify: options.supervise,
    superviseIntervalSeconds: 5,
    monitorIntervalSeconds: 10,
  })
  boss.on('error', (error) => options.log.error({ err: error }, 'job queue'))
  await boss.start()
  return boss
}

/** Makes or upgrades the queue's tables, and lets the two roles enqueue within their own transactions. */
export async function installBoss(url: string, run: (statement: string) => Promise<unknown>): Promise<void> {
  const boss = new PgBoss({ connectionString: url, schema: queueSchema, max: 2, supervise: false, schedule: false })
  let fault: unknown
  boss.on('error', (error) => {
    fault = error
  })
  await boss.start()
  for (const [name, policy] of Object.entries(policies)) {
    if (await boss.getQueue(name)) await boss.updateQueue(name, settings)
    else await boss.createQueue(name, { ...settings, policy, heartbeatSeconds: 10 })
  }
  await boss.stop({ graceful: false })
  if (fault) throw fault
  await run(`grant usage on schema ${queueSchema} to earshot_web, earshot_worker`)
  await run(`grant all on all tables in schema ${queueSchema} to earshot_web, earshot_worker`)
  await run(`grant execute on all functions in schema ${queueSchema} to earshot_web, earshot_worker`)
}

/** Enqueues in the transaction it is given: no commit, no job. */
export function queueOf(boss: PgBoss): Queue {
  return {
    async send(tx, name, data) {
      await boss.send(name, data, { db: fromDrizzle(tx, sql) })
    },
  }
}
