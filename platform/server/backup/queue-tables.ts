import type pg from 'pg'
import { getRollbackPlans } from 'pg-boss'
import { queueSchema } from '../jobs/boss.ts'

/** Version of the queue's tables. */
export async function queueVersionOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ version: number }>(`select version from ${queueSchema}.version`)
  return rows[0]!.version
}

/** Takes the queue's tables, which are always made in their newest form, back to an older one. */
export async function downgradeQueue(client: pg.Client, version: number): Promise<void> {
  for (let current = await queueVersionOf(client); current > version; current--) {
    await client.query(getRollbackPlans(queueSchema, current))
  }
}

/**
 * Sees to it that no job is lost with the time that has passed since the backup: what was being worked on is to be done
 * again, and what waits is kept as long as if it had been sent now.
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
