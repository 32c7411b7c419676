import { setTimeout as pause } from 'node:timers/promises'
import { failedQueue } from '#platform/server/jobs/boss.ts'
import type { Machine } from './machine.ts'

/** How long the product may take to finish its work after a jump, in ms of real time. */
const patienceMs = 120_000
/** Looks in a row without work. One alone may fall between a poll and the job it queues. */
const looks = 2

/** Waits until the product has nothing to do at this time. Throws if it doesn't finish. */
export async function settle({ ask, errors }: Pick<Machine, 'ask' | 'errors'>): Promise<void> {
  const deadline = performance.now() + patienceMs
  for (let idle = 0; idle < looks; await pause(100)) {
    const work = await workOf(ask)
    idle = work.length === 0 ? idle + 1 : 0
    if (performance.now() > deadline) {
      const logged = [...errors()].map(([words, count]) => `${count} × ${words}`)
      throw new Error(`The product didn't finish: ${work.join(', ')}\nIt logged:\n${logged.join('\n')}`)
    }
  }
}

async function workOf(ask: Machine['ask']): Promise<string[]> {
  const rows = await ask<{ work: string }>(
    `select name || ' ' || state as work from pgboss.job
     where state < 'completed' and start_after <= pgboss.job_now() and name <> '${failedQueue}'
       -- The queue's own clockwork, which sends the scheduled jobs once a minute.
       and name not like '\\_\\_pgboss%'
     union all select 'batch' from recent where finished_at is null
     union all select 'overflow' from overflow
     union all select 'backfill' from project where version <> backfilled_version
     union all select 'poll of ' || name from feed where next_at <= $1`,
    [new Date()],
  )
  return rows.map(({ work }) => work)
}
