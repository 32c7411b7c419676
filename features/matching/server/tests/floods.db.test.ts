import { sql } from 'drizzle-orm'
import type { PgBoss } from 'pg-boss'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { drain } from '#app/jobs.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { transaction } from '#platform/server/database/database.ts'
import { asJob, chatter, editProject, leadsOf, outcome, record, startProject } from '#tests/support/leads.ts'
import { testWorld, type World } from '#tests/support/world.ts'
import { ingest } from '../ingest.ts'

const worlds: World[] = []
let ctx: Ctx
let boss: PgBoss
beforeEach(newWorld)

afterEach(async () => {
  for (const world of worlds.splice(0)) await world.close()
})

async function newWorld(): Promise<void> {
  const world = await testWorld()
  ctx = asJob(world.ctx)
  boss = world.boss
  worlds.push(world)
}

/** A query that every post of delivery() matches. */
const everywhere = 'sourdough OR spreadsheet'
const flood = { name: 'Flood', keywords: [everywhere], summary: '', competitors: [] }

/** Returns this many posts, a flood from 101 on, all with a flooding word; every tenth is about the quiet project's product. */
function delivery(count: number, name: string) {
  return Array.from({ length: count }, (_, i) =>
    i % 10 === 0
      ? record(`${name}x${i}`, { title: 'Which is the best CRM for client follow-ups?' })
      : chatter(`${name}x${i}`),
  )
}

const waiting = async () => {
  const { rows } = await transaction(ctx, (tx) =>
    tx.execute<{ name: string; batches: number }>(sql`
      select p.name, count(*)::int as batches from overflow w join project p on p.id = w.project_id group by 1`),
  )
  return Object.fromEntries(rows.map(({ name, batches }) => [name, batches]))
}

test('a project that floods batches is processed separately, after the leads of others are shown', async () => {
  const quiet = await startProject(ctx)
  const loud = await startProject(ctx, flood)
  await drain(ctx, boss)
  for (const name of ['a', 'b', 'c']) await ingest(ctx, 'reddit-api', delivery(120, name))
  const order: string[] = []
  let atFirstOverflow = 0
  await drain(ctx, boss, {
    onJob: async (name) => {
      order.push(name)
      if (name === 'overflow') atFirstOverflow ||= (await leadsOf(ctx, quiet)).length
    },
  })
  // All three batches were matched and scored before the first overflow batch.
  expect(order.slice(0, order.indexOf('overflow')).filter((name) => name === 'candidates')).toHaveLength(3)
  expect(atFirstOverflow).toBe(36)
  expect(order.filter((name) => name === 'overflow')).toHaveLength(3)
  expect(await leadsOf(ctx, quiet)).toHaveLength(36)
  expect(await waiting()).toEqual({})
  const { candidates } = await outcome(ctx)
  expect(candidates.filter((row) => (row as { project: string }).project === 'Flood')).toHaveLength(360)
  expect((await leadsOf(ctx, loud)).length).toBeLessThan(360)
})

test('a flood has the same result as items that arrive one by one', async () => {
  const run = async (sizes: number) => {
    await newWorld()
    await startProject(ctx)
    await startProject(ctx, flood)
    await drain(ctx, boss)
    const records = delivery(160, 'a')
    for (let from = 0; from < records.length; from += sizes)
      await ingest(ctx, 'reddit-api', records.slice(from, from + sizes))
    await drain(ctx, boss)
    return outcome(ctx)
  }
  const alone = await run(80)
  expect(alone.candidates).toHaveLength(16 + 160)
  expect(await run(160)).toEqual(alone)
})

test('two floods take turns, even if one has more batches waiting', async () => {
  await startProject(ctx, flood)
  await drain(ctx, boss)
  const stop = new AbortController()
  for (let batch = 0; batch < 4; batch++) await ingest(ctx, 'reddit-api', delivery(120, `a${batch}`))
  let matched = 0
  await drain(ctx, boss, {
    stop: stop.signal,
    onJob: async (name) => {
      if (name === 'candidates' && ++matched === 4) stop.abort()
    },
  })
  const second = await startProject(ctx, { ...flood, name: 'Second', keywords: [everywhere, 'fridge'] })
  await transaction(ctx, (tx) => tx.execute(sql`delete from pgboss.job where name = 'backfill'`))
  await ingest(ctx, 'reddit-api', delivery(120, 'b'))
  expect(await waiting()).toEqual({ Flood: 4 })
  const order: string[] = []
  let known = await waiting()
  await drain(ctx, boss, {
    onJob: async () => {
      const now = await waiting()
      for (const name of ['Flood', 'Second']) if ((now[name] ?? 0) < (known[name] ?? 0)) order.push(name)
      known = now
    },
  })
  // The first four were fetched at once; after them, the project with fewer waiting batches is next.
  expect(order).toHaveLength(6)
  expect(order.indexOf('Second')).toBeLessThan(5)
  expect(second).toBeTruthy()
})

test('an edit during a flood applies to the batches still waiting', async () => {
  const id = await startProject(ctx, { ...flood, keywords: [everywhere, 'sourdough'] })
  await drain(ctx, boss)
  await ingest(ctx, 'reddit-api', delivery(120, 'a'))
  const stop = new AbortController()
  await drain(ctx, boss, { stop: stop.signal, onJob: async () => stop.abort() })
  expect(await waiting()).toEqual({ Flood: 1 })
  await editProject(ctx, id, { remove: everywhere })
  await drain(ctx, boss)
  const { candidates, projects } = await outcome(ctx)
  expect(candidates).toHaveLength(108)
  expect(candidates.every((row) => (row as { current: boolean }).current)).toBe(true)
  expect(projects).toMatchObject([{ overflow: 0, unfinished: 0 }])
})

test('a flood ends when its project is deleted or archived', async () => {
  const gone = await startProject(ctx, flood)
  const archived = await startProject(ctx, { ...flood, name: 'Archived' })
  await drain(ctx, boss)
  await ingest(ctx, 'reddit-api', delivery(120, 'a'))
  const stop = new AbortController()
  await drain(ctx, boss, { stop: stop.signal, onJob: async () => stop.abort() })
  expect(await waiting()).toEqual({ Flood: 1, Archived: 1 })
  await editProject(ctx, archived, { status: 'archived' })
  await transaction(ctx, (tx) => tx.execute(sql`delete from project where id = ${gone}`))
  await drain(ctx, boss)
  expect(await waiting()).toEqual({})
  expect((await outcome(ctx)).projects).toMatchObject([{ name: 'Archived', unfinished: 0 }])
})
