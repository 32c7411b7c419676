import { sql } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { drain } from '#app/jobs.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { transaction } from '#platform/server/database/database.ts'
import { failedQueue } from '#platform/server/jobs/boss.ts'
import type { JobName } from '#platform/server/jobs/queue.ts'
import { CrashableProcess } from '#tests/support/faults.ts'
import {
  asJob,
  chatter,
  editProject,
  importRecords,
  kept,
  outcome,
  record,
  startProject,
} from '#tests/support/leads.ts'
import { testWorld } from '#tests/support/world.ts'
import { ingest } from '../ingest.ts'

/** The jobs have more than 120 distinct statements and commits, which are split among the runs. */
const runs = 6

const closing: (() => Promise<void>)[] = []

afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

/** The final state, and the names of the moments reached. */
interface Run {
  tables: Record<string, unknown[]>
  reached: ReadonlySet<string>
}

/**
 * Runs deliveries, imports, an edit, a flood and the passing of time, which together cover every step. The process dies
 * the first time it reaches each of these moments; the queue and the source retry.
 */
async function run(deadly: ReadonlySet<string>): Promise<Run> {
  const world = await testWorld()
  closing.push(world.close)
  const ctx = asJob(world.ctx)
  const worker = new CrashableProcess(ctx, ({ name, isFirst }) => isFirst && deadly.has(name))
  const work = () => drain(worker.ctx, world.boss, { onJob: async () => worker.restart() })
  const id = await startProject(ctx)
  await startProject(ctx, { name: 'Flood', keywords: ['sourdough OR spreadsheet'], summary: '', competitors: [] })
  await work()
  await deliver(worker)
  await work()
  await importRecords(ctx, [record('p0'), record('shared'), chatter('q')])
  await importRecords(ctx, [record('own'), record('p8')], id)
  await work()
  await editProject(ctx, id, { add: 'spreadsheet', remove: 'crm' })
  await work()
  world.clock.advance(2 * 24 * 3_600_000)
  await transaction(ctx, async (tx) => {
    await ctx.queue.send(tx, 'windows', {})
    await ctx.queue.send(tx, 'upkeep', {})
  })
  await work()
  while (await givenUp(ctx, 'upkeep')) {
    await transaction(ctx, (tx) => ctx.queue.send(tx, 'upkeep', {}))
    await work()
  }
  const { reached } = worker
  return { reached, tables: { ...(await outcome(ctx)), ...(await keptOnce(ctx)), counted: await counted(ctx) } }
}

/**
 * Returns whether a job of this name was given up, and removes it. Upkeep has more moments than a job has tries; the
 * schedule sends another one every hour.
 */
async function givenUp(ctx: Ctx, name: JobName): Promise<boolean> {
  const { rows } = await transaction(ctx, (tx) =>
    tx.execute(sql`
      delete from pgboss.job
      where (name = ${name} and state = 'failed') or (name = ${failedQueue} and source_name = ${name}) returning id`),
  )
  return rows.length > 0
}

/** Delivers again without an answer, as a source does. */
async function deliver(source: CrashableProcess): Promise<void> {
  const items = Array.from({ length: 120 }, (_, i) => (i % 8 === 0 ? record(`p${i}`) : chatter(`p${i}`)))
  for (;;) {
    try {
      return void (await ingest(source.ctx, 'reddit-api', items))
    } catch (error) {
      if (!source.isDead) throw error
      source.restart()
    }
  }
}

/** A delivery that was repeated is stored twice as a batch. */
async function keptOnce(ctx: Ctx): Promise<Record<string, unknown[]>> {
  const { batches, ...rest } = await kept(ctx)
  return { ...rest, batches: [...new Set(batches.map((batch) => JSON.stringify(batch)))] }
}

/** Counts the leads that lists show, next to the maintained counts. */
async function counted(ctx: Ctx): Promise<unknown[]> {
  const { rows } = await transaction(ctx, (tx) =>
    tx.execute(sql`
      select r.name as project, o.state, o.saved, count(*)::int as leads
      from opportunity o join project r on r.id = o.project_id
      where o.sibling_of is null group by 1, 2, 3 order by 1, 2, 3`),
  )
  return rows
}

let first: Promise<Run> | undefined

const quiet = () => {
  first ??= run(new Set())
  return first
}

test('a run without faults finds leads, counts them correctly and leaves no job', async () => {
  const { tables, reached } = await quiet()
  expect(reached.size).toBeGreaterThan(120)
  expect(tables.counted!.length).toBeGreaterThan(0)
  expect(tables.counts).toEqual(tables.counted)
  expect(tables.jobs).toEqual([])
})

test.each(Array.from({ length: runs }, (_, nth) => nth))(
  'processes that crash at every statement and commit lose nothing and repeat nothing (%i)',
  async (nth) => {
    const { tables, reached } = await quiet()
    const deadly = new Set([...reached].filter((_, index) => index % runs === nth))
    const disturbed = await run(deadly)
    expect([...deadly].filter((name) => !disturbed.reached.has(name))).toEqual([])
    expect(disturbed.tables).toEqual(tables)
  },
)
