import type pg from 'pg'
import { getRollbackPlans } from 'pg-boss'
import { queueSchema } from '../jobs/boss.ts'

/** Returns the version of the queue's tables. */
export async function queueVersionOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ version: number }>(`select version from ${queueSchema}.version`)
  return rows[0]!.version
}

/** Downgrades the queue's tables to an older version. They are always created in the newest one. */
export async function downgradeQueue(client: pg.Client, version: number): Promise<void> {
  for (let current = await queueVersionOf(client); current > version; current--) {
    await client.query(getRollbackPlans(queueSchema, current))
  }
}

/**
 * Keeps jobs from expiring because of the time since the backup: retries those that were running, and keeps waiting
 * ones as long as if they had just been sent.
 */
export async function reviveJobs(client: pg.Client): Promise<void> {
  const jobs = `${queueSchema}.job`
  await client.query(
    `update ${jobs} set state = 'retry', started_on = null, heartbeat_on = null where state = 'active'`,
  )
  await client.query(
    `update ${jobs} set keep_until = now() + (keep_until - created_on)
      where state in ('created', 'retry') and keep_until < now() + (keep_until - created_on)`,
  )
}
