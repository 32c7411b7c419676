import pg from 'pg'
import type { PgBoss } from 'pg-boss'
import { openContext } from '#app/context.ts'
import { drain } from '#app/jobs.ts'
import type { SourceRecord } from '#engine/records/record.ts'
import { ingest } from '#features/matching/server/ingest.ts'
import { readConfig } from '#platform/server/config.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { transaction } from '#platform/server/database/database.ts'
import { failedQueue } from '#platform/server/jobs/boss.ts'
import type { JobName, Jobs } from '#platform/server/jobs/queue.ts'
import { restJudge } from '#tests/judge.ts'
import { asJob, outcome, startProject } from '#tests/support/leads.ts'

/** One database as a source and an observer see it. */
export interface World {
  /** Delivers until accepted, as a source does: repeats a delivery without a response. */
  deliver(records: readonly SourceRecord[]): Promise<void>
  /** Processes the remaining work alongside other workers, and retries failed jobs. Returns the number of retries. */
  settle(): Promise<number>
  /** Returns everything that the pipeline produced. */
  outcome(): Promise<Outcome>
  /** Returns the current projects with their keywords. */
  projects(): Promise<{ name: string; keywords: string[] }[]>
  /** Creates projects. */
  begin(projects: readonly { name: string; keywords: string[] }[]): Promise<void>
  close(): Promise<void>
}
export type Outcome = Awaited<ReturnType<typeof outcome>>

/** The timeout of settle(). */
const settleMs = 180_000

export async function openWorld(url: string, dataDir: string): Promise<World> {
  const config = readConfig({ DATA_DIR: dataDir, DATABASE_URL: url, SECRET: 'x'.repeat(40), LOG_LEVEL: 'silent' })
  const { ctx: open, boss, close } = await openContext(config, url, 'import')
  const ctx = asJob(open)
  // Otherwise two runs would differ.
  await restJudge(url)
  return {
    deliver: (records) => retryUntilAccepted(() => ingest(ctx, 'reddit-api', records)),
    settle: async () => {
      let retried = 0
      for (const deadline = performance.now() + settleMs; performance.now() < deadline; await pause(200)) {
        retried += await retryFailed(ctx)
        await noticeDeaths(url, boss)
        await drain(ctx, boss)
        if (await isIdle(url)) return retried
      }
      throw new Error(`Jobs didn't finish within ${settleMs / 1000} s`)
    },
    outcome: () => outcome(ctx),
    projects: () => projectsOf(url),
    begin: async (projects) => {
      const blank = { website: '', summary: '', competitors: [] }
      for (const project of projects) await startProject(ctx, { ...blank, ...project })
    },
    close,
  }
}

/** Copies a new database for a second world on the same server, with its owner. Nobody may be connected to it. */
export async function copyForQuietWorld(url: string, owner = new URL(url).username): Promise<void> {
  const { pathname } = new URL(url)
  await query(url.replace(/\w+$/, 'template1'), `create database quiet template ${pathname.slice(1)} owner ${owner}`)
}

/** Opens the second world, without any faults. */
export async function openQuietWorld(url: string, dataDir: string): Promise<World> {
  return openWorld(quietOf(url), dataDir)
}

const quietOf = (url: string) => url.replace(/\/\w+$/, '/quiet')

async function retryUntilAccepted(work: () => Promise<unknown>): Promise<void> {
  for (;;) {
    try {
      return void (await work())
    } catch {
      await pause(100)
    }
  }
}

/** Does now what each worker does every ten seconds: makes the jobs of dead workers available again. */
async function noticeDeaths(url: string, boss: PgBoss): Promise<void> {
  await query(url, `update pgboss.queue set monitor_on = null, monitor_claim_on = null where name <> '${failedQueue}'`)
  await boss.supervise()
}

/** Retries failed jobs, as a person would. Returns their number. */
async function retryFailed(ctx: Ctx): Promise<number> {
  return transaction(ctx, async (tx) => {
    const { rows } = await tx.execute<{ queue: JobName; data: Jobs[JobName] }>(
      `delete from pgboss.job where name = '${failedQueue}' returning source_name as queue, data`,
    )
    for (const { queue, data } of rows) await ctx.queue.send(tx, queue, data)
    return rows.length
  })
}

async function isIdle(url: string): Promise<boolean> {
  const rows = await query<{ idle: boolean }>(
    url,
    `select not exists (select from pgboss.job where state < 'completed' and name not in ('windows', 'upkeep'))
      and not exists (select from recent where finished_at is null)
      and not exists (select from overflow)
      and not exists (select from project where version <> backfilled_version) as idle`,
  )
  return rows[0]!.idle
}

function projectsOf(url: string): Promise<{ name: string; keywords: string[] }[]> {
  return query(
    url,
    `select name, array(select query from keyword k where k.project_id = p.id order by k.id) as keywords
    from project p order by name`,
  )
}

async function query<Row extends object>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end()
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((done) => setTimeout(done, ms))
}
