import { sql } from 'drizzle-orm'
import { fromDrizzle, PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import { faultOf } from '../faults/fault.ts'
import type { JobName, Queue } from './queue.ts'

/** The schema of the queue's tables. */
export const queueSchema = 'pgboss'

/** Where jobs go that have failed for good, for people to retry. Nobody works on it. */
export const failedQueue = 'failed'

const day = 24 * 3600

/** Tries after the first. */
export const retryLimit = 5

/**
 * For every queue: retries back off, so that a passing fault heals itself and a lasting one is seen. What is done is
 * soon forgotten, since every batch leaves jobs behind.
 */
const settings = {
  retryLimit,
  retryDelay: 2,
  retryBackoff: true,
  expireInSeconds: 600,
  deleteAfterSeconds: 3600,
  notify: true,
} as const

interface QueueSettings {
  /** A sweep needs to stand in the queue only once, or even to run nowhere else; every other job names its own rows. */
  policy: 'standard' | 'short' | 'exclusive'
  /** Where a job may take longer; a dead worker is noticed by its heartbeat long before. */
  expireInSeconds?: number
}

const queues: Record<JobName, QueueSettings> = {
  candidates: { policy: 'standard' },
  overflow: { policy: 'standard' },
  backfill: { policy: 'standard' },
  import: { policy: 'standard', expireInSeconds: day - 1 },
  purge: { policy: 'standard', expireInSeconds: day - 1 },
  erase: { policy: 'standard', expireInSeconds: day - 1 },
  export: { policy: 'standard', expireInSeconds: day - 1 },
  learn: { policy: 'standard' },
  rescore: { policy: 'standard' },
  embed: { policy: 'exclusive' },
  communities: { policy: 'standard' },
  mail: { policy: 'standard' },
  freshness: { policy: 'short' },
  recheck: { policy: 'exclusive' },
  forget: { policy: 'exclusive', expireInSeconds: day - 1 },
  release: { policy: 'short' },
  upkeep: { policy: 'short' },
}

/** Queues that had another name in an earlier version, with the name of today. */
const renamedQueues = { scan: 'backfill', postponed: 'overflow', weigh: 'rescore' } satisfies Record<string, JobName>

/** Every job that can be sent. */
export const jobNames = Object.keys(queues) as JobName[]

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
  // Some are copies of errors, which the log would not know for such.
  boss.on('error', (error) => options.log.error(faultOf(error), 'job queue error'))
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
  if (!(await boss.getQueue(failedQueue))) {
    await boss.createQueue(failedQueue, { policy: 'standard', retentionSeconds: 14 * day })
  }
  for (const [name, { policy, ...own }] of Object.entries(queues)) {
    if (await boss.getQueue(name)) await boss.updateQueue(name, { ...settings, ...own })
    else await boss.createQueue(name, { ...settings, ...own, policy, heartbeatSeconds: 10 })
  }
  for (const [old, name] of Object.entries(renamedQueues)) {
    await run(`update ${queueSchema}.job set name = '${name}' where name = '${old}'`)
    await run(`update ${queueSchema}.job set source_name = '${name}' where source_name = '${old}'`)
    if (await boss.getQueue(old)) await boss.deleteQueue(old)
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
    async send(tx, name, data, { priority = 0, afterSeconds = 0 } = {}) {
      await boss.send(name, data, {
        priority,
        startAfter: afterSeconds,
        deadLetter: failedQueue,
        db: fromDrizzle(tx, sql),
      })
    },
  }
}

/** What ran by the clock and is not configured any more. */
export async function unschedule(boss: PgBoss, name: JobName): Promise<void> {
  await boss.unschedule(name)
}

/** A job that runs by the clock. */
export async function schedule(boss: PgBoss, name: JobName, cron: string): Promise<void> {
  await boss.schedule(name, cron, null, { deadLetter: failedQueue })
}
