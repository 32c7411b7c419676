import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ingest } from '#features/matching/server/ingest.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { transaction } from '#platform/server/database/database.ts'
import { failingAt } from '#tests/support/faults.ts'
import { asJob, chatter, givenUp, leadsOf, outcome, record, startProject } from '#tests/support/leads.ts'
import { testWorld, type World } from '#tests/support/world.ts'
import { drain } from './jobs.ts'
import { requeueLostJobs } from './requeue-lost-jobs.ts'

let world: World
let ctx: Ctx
beforeEach(async () => {
  world = await testWorld()
  ctx = asJob(world.ctx)
})
afterEach(() => world.close())

const forgetJobs = () => transaction(ctx, (tx) => tx.execute(sql`delete from pgboss.job`))
const waiting = async () => {
  const { rows } = await transaction(ctx, (tx) =>
    tx.execute<{ name: string; jobs: number }>(sql`
      select name, count(*)::int as jobs from pgboss.job where state < 'active' and name not in ('upkeep', 'failed') group by 1 order by 1`),
  )
  return Object.fromEntries(rows.map(({ name, jobs }) => [name, jobs]))
}
/** Runs jobs until one of the named queue is done. */
async function drainUntil(name: string): Promise<void> {
  const stop = new AbortController()
  await drain(ctx, world.boss, { stop: stop.signal, onJob: async (done) => (done === name ? stop.abort() : undefined) })
}

test.each([
  ['before any runs', async () => {}],
  ['after matching', () => drainUntil('candidates')],
])('jobs lost %s are sent again, and all work completes', async (_, until) => {
  const id = await startProject(ctx)
  const flood = await startProject(ctx, { name: 'Flood', keywords: ['sourdough'], summary: '', competitors: [] })
  await ingest(ctx, 'reddit-api', [record('aaa'), ...Array.from({ length: 200 }, (_item, i) => chatter(`n${i}`))])
  await until()
  await forgetJobs()
  await requeueLostJobs(ctx)
  await drain(ctx, world.boss)
  expect(await leadsOf(ctx, id)).toEqual(['aaa'])
  expect((await outcome(ctx)).projects).toMatchObject([
    { name: 'Flood', backfilled: true, unfinished: 0, overflow: 0 },
    { backfilled: true, status: 'done' },
  ])
  expect(flood).toBeTruthy()
})

test('queued jobs are not sent again, however many workers start', async () => {
  await startProject(ctx)
  await startProject(ctx, { name: 'Flood', keywords: ['sourdough'], summary: '', competitors: [] })
  await ingest(ctx, 'reddit-api', [record('aaa'), ...Array.from({ length: 200 }, (_item, i) => chatter(`n${i}`))])
  const before = await waiting()
  await Promise.all([requeueLostJobs(ctx), requeueLostJobs(ctx), requeueLostJobs(ctx)])
  expect(await waiting()).toEqual(before)
  await drainUntil('candidates')
  const later = await waiting()
  expect(later).toMatchObject({ overflow: 1 })
  await requeueLostJobs(ctx)
  expect(await waiting()).toEqual(later)
  await drain(ctx, world.boss)
  await requeueLostJobs(ctx)
  expect(await waiting()).toEqual({})
})

test('given-up jobs are left to users', async () => {
  await startProject(ctx)
  await drain(failingAt(ctx, /./), world.boss)
  await requeueLostJobs(ctx)
  expect(await waiting()).toEqual({})
  expect(await givenUp(ctx)).toMatchObject([{ queue: 'backfill' }])
})
