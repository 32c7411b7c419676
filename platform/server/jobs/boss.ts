import { sql } from 'drizzle-orm'
import { fromDrizzle, PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import { idleMs } from '../database/database.ts'
import { faultOf } from '../faults/fault.ts'
import type { JobName, Queue } from './queue.ts'

/** The schema of the queue's tables. */
export const queueSchema = 'pgboss'

/** The dead letter queue. Jobs that failed for good wait here for an operator to retry them. */
export const failedQueue = 'failed'

const day = 24 * 3600

/** The number of retries after the first attempt. */
export const retryLimit = 5

/**
 * Settings of every queue. Retries back off, so that temporary faults resolve themselves and permanent ones show.
 * Finished jobs are deleted soon, since every batch creates some.
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
  /** Sweeps need at most one waiting job (`short`) or one job overall (`exclusive`). Other jobs have their own rows. */
  policy: 'standard' | 'short' | 'exclusive'
  /** Overrides the default for slow jobs. A dead worker is detected much earlier by its heartbeat. */
  expireInSeconds?: number
}

const queues: Record<JobName, QueueSettings> = {
  candidates: { policy: 'standard' },
  overflow: { policy: 'standard' },
  backfill: { policy: 'standard' },
  import: { policy: 'standard', expireInSeconds: day - 1 },
  projectImport: { policy: 'standard' },
  purge: { policy: 'standard', expireInSeconds: day - 1 },
  erase: { policy: 'standard', expireInSeconds: day - 1 },
  export: { policy: 'standard', expireInSeconds: day - 1 },
  reorder: { policy: 'standard' },
  answers: { policy: 'standard' },
  scoreLead: { policy: 'standard' },
  leadRun: { policy: 'standard' },
  dueRuns: { policy: 'short' },
  quota: { policy: 'standard' },
  reconcile: { policy: 'exclusive' },
  embed: { policy: 'exclusive' },
  needs: { policy: 'exclusive' },
  judge: { policy: 'exclusive' },
  seo: { policy: 'exclusive' },
  communities: { policy: 'standard' },
  mail: { policy: 'standard' },
  alerts: { policy: 'standard' },
  deliveries: { policy: 'standard' },
  alertEvents: { policy: 'exclusive' },
  personalAlerts: { policy: 'standard' },
  stageAlerts: { policy: 'standard' },
  reports: { policy: 'short' },
  windows: { policy: 'short' },
  recheck: { policy: 'exclusive' },
  replyChecks: { policy: 'short' },
  hackerNews: { policy: 'short' },
  inboxes: { policy: 'short' },
  messages: { policy: 'standard' },
  campaigns: { policy: 'short' },
  mailOutbox: { policy: 'standard' },
  mailboxes: { policy: 'standard' },
  forget: { policy: 'exclusive', expireInSeconds: day - 1 },
  release: { policy: 'short' },
  insights: { policy: 'short' },
  upkeep: { policy: 'short' },
}

/** Queues of earlier versions, and those that take over their jobs. */
const formerQueues = {
  scan: 'backfill',
  postponed: 'overflow',
  weigh: 'reorder',
  rescore: 'reorder',
  freshness: 'windows',
  learn: 'reorder',
} satisfies Record<string, JobName>

/** Every job that can be sent. */
export const jobNames = Object.keys(queues) as JobName[]

export interface BossOptions {
  /** The maximum number of connections. */
  poolSize: number
  /** True in workers: retries jobs of dead workers, runs the schedule and listens for notifications. */
  supervise: boolean
  log: Logger
}

/** Opens the job queue in its own schema. installBoss() must have created its tables. */
export async function startBoss(url: string, options: BossOptions): Promise<PgBoss> {
  const pool = { connectionString: url, max: options.poolSize, idleTimeoutMillis: idleMs }
  const boss = new PgBoss({
    ...pool,
    schema: queueSchema,
    migrate: false,
    supervise: options.supervise,
    schedule: options.supervise,
    useListenNotify: options.supervise,
    superviseIntervalSeconds: 10,
    monitorIntervalSeconds: 10,
    // Workers are woken for scheduled jobs, queues change only with a new version, and there are neither flows nor
    // listeners for warnings about dead rows. Looking often would take most of an idle server's time.
    cronWorkerIntervalSeconds: 45,
    queueCacheIntervalSeconds: 600,
    flowIntervalSeconds: day,
    monitorVacuum: false,
  })
  // Some errors are plain copies, which the logger wouldn't recognize as errors.
  boss.on('error', (error) => options.log.error(faultOf(error), 'job queue error'))
  await boss.start()
  return boss
}

/** Creates or upgrades the queue's tables, and lets both roles send jobs in their own transactions. */
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
  for (const [old, name] of Object.entries(formerQueues)) {
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

/** Returns a queue that sends jobs in the caller's transaction: without a commit there is no job. */
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

/** Removes the schedule of a job that is no longer configured. */
export async function unschedule(boss: PgBoss, name: JobName): Promise<void> {
  await boss.unschedule(name)
}

/** Schedules a job. */
export async function schedule(boss: PgBoss, name: JobName, cron: string): Promise<void> {
  await boss.schedule(name, cron, null, { deadLetter: failedQueue })
}
