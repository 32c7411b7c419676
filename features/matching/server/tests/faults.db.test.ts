import { sql } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { drain } from '#app/jobs.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { transaction } from '#platform/server/database/database.ts'
import { type FaultPoint, faultPoints } from '#platform/server/fault-points.ts'
import { testWorld } from '#tests/support/testing.ts'
import {
  asJob,
  bringIn,
  chatter,
  editProject,
  kept,
  outcome,
  record,
  startProject,
} from '#tests/support/testing-leads.ts'
import { arrive } from '../ingest.ts'

/** Points that other tests go through, beside what owns them. */
const elsewhere = new Set<FaultPoint>([
  'release: released',
  'release: written',
  'release: committed',
  'learn: written',
  'learn: committed',
  'embed: asked',
  'embed: description written',
  'embed: leads written',
  'embed: committed',
  'communities: claimed',
  'communities: asked',
  'communities: written',
  'import: batch written',
  'import: committed',
  'purge: written',
  'purge: committed',
  'erase: written',
  'erase: committed',
  'erase: removed',
])

const points = faultPoints.filter((point) => !elsewhere.has(point) && !/^(listen|recheck|forget|settle): /.test(point))

const closing: (() => Promise<void>)[] = []

afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

/** What there is at the end, and which points were reached. */
interface Run {
  tables: Record<string, unknown[]>
  reached: ReadonlySet<FaultPoint>
}

/**
 * Deliveries, imports, an edit, a flood, time that passes: everything that goes through every step. At each of the
 * given points the process dies, in spirit, when it is reached first; the queue and the source try again.
 */
async function run(deadly: readonly FaultPoint[]): Promise<Run> {
  const world = await testWorld()
  closing.push(world.close)
  const reached = new Set<FaultPoint>()
  const reach = (point: FaultPoint) => {
    const isFirst = !reached.has(point)
    reached.add(point)
    if (isFirst && deadly.includes(point)) throw new Error(`died at ${point}`)
  }
  const ctx: Ctx = { ...asJob(world.ctx), reach }
  const { boss } = world
  const id = await startProject(ctx)
  await startProject(ctx, { name: 'Flood', keywords: ['the'], summary: '', competitors: [] })
  await drain(ctx, boss)
  await deliver(ctx)
  await drain(ctx, boss)
  await bringIn(ctx, [record('p0'), record('shared'), chatter('q')])
  await bringIn(ctx, [record('own'), record('p8')], id)
  await drain(ctx, boss)
  await editProject(ctx, id, { add: 'spreadsheet', remove: 'crm' })
  await drain(ctx, boss)
  world.clock.advance(2 * 24 * 3_600_000)
  await transaction(ctx, async (tx) => {
    await ctx.queue.send(tx, 'freshness', {})
    await ctx.queue.send(tx, 'upkeep', {})
  })
  await drain(ctx, boss)
  return { reached, tables: { ...(await outcome(ctx)), ...(await keptOnce(ctx)), counted: await counted(ctx) } }
}

/** As a source does that got no answer: it delivers the same once more. */
async function deliver(ctx: Ctx): Promise<void> {
  const items = Array.from({ length: 120 }, (_, i) => (i % 8 === 0 ? record(`p${i}`) : chatter(`p${i}`)))
  for (let tries = 0; tries < 3; tries++) {
    try {
      return void (await arrive(ctx, 'reddit-api', items))
    } catch (error) {
      if (tries === 2) throw error
    }
  }
}

/** A delivery that came twice stands twice among what arrived. */
async function keptOnce(ctx: Ctx): Promise<Record<string, unknown[]>> {
  const { batches, ...rest } = await kept(ctx)
  return { ...rest, batches: [...new Set(batches.map((batch) => JSON.stringify(batch)))] }
}

/** The leads that lists show counted, beside the counts maintained. */
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
  first ??= run([])
  return first
}

test('a quiet run reaches every point, finds leads, counts them rightly and leaves no job', async () => {
  const { tables, reached } = await quiet()
  expect([...reached].toSorted()).toEqual(points.toSorted())
  expect(tables.counted!.length).toBeGreaterThan(0)
  expect(tables.counts).toEqual(tables.counted)
  expect(tables.jobs).toEqual([])
})

test.each(points)('a process that dies at "%s" loses nothing and does nothing twice', async (point) => {
  const { tables, reached } = await run([point])
  expect(reached).toContain(point)
  expect(tables).toEqual((await quiet()).tables)
})

test('nor does one that dies at all of them, one after the other', async () => {
  expect((await run(points)).tables).toEqual((await quiet()).tables)
})
