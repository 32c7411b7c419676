import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { drain } from '#app/jobs.ts'
import { ingest } from '#features/matching/server/ingest.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { transaction } from '#platform/server/database/database.ts'
import { watchEffects } from '#tests/support/faults.ts'
import { asJob, batchesOf, givenUp, kept, leadsOf, record, startProject } from '#tests/support/leads.ts'
import { testWorld, type World } from '#tests/support/world.ts'
import { retryJob } from './failures.ts'

let world: World
let ctx: Ctx

beforeEach(async () => {
  world = await testWorld()
  ctx = asJob(world.ctx)
})

afterEach(() => world.close())

const retry = (id: string) => transaction(ctx, (tx) => retryJob(ctx, tx, id))

/** Statements that identify the steps of matching and of the backfill. */
const candidates = /from "recent" .* for update/
const backfill = /select "version", "backfilled_version"/

/** Returns a worker in which every step with such a statement fails. */
const broken = (statement: RegExp): Ctx =>
  watchEffects(ctx, ({ at, text }) => {
    if (at === 'commit' && statement.test(text)) throw new RangeError('of no use')
  })

test('a job that fails repeatedly is given up, reported, and completes after a retry', async () => {
  const id = await startProject(ctx)
  await drain(ctx, world.boss)
  await ingest(ctx, 'reddit-api', [record('aaa')])
  await drain(broken(candidates), world.boss)
  const [job, ...others] = await givenUp(ctx)
  expect(others).toEqual([])
  expect(job).toMatchObject({ queue: 'candidates', error: 'RangeError', projectId: null })
  expect(world.logged.filter((line) => line.includes('job failed'))).toHaveLength(6)
  expect(await leadsOf(ctx, id)).toEqual([])
  expect(await Promise.all([retry(job!.id), retry(job!.id)])).toContain(true)
  expect(await retry(job!.id)).toBe(false)
  await drain(ctx, world.boss)
  expect(await leadsOf(ctx, id)).toEqual(['aaa'])
  expect(await givenUp(ctx)).toEqual([])
})

test('a failed backfill concerns only its project', async () => {
  const id = await startProject(ctx)
  const other = await startProject(ctx, { name: 'Other' })
  await ingest(ctx, 'reddit-api', [record('aaa')])
  await drain(broken(backfill), world.boss)
  const jobs = await givenUp(ctx)
  expect(jobs.map(({ queue }) => queue)).toEqual(['backfill', 'backfill'])
  for (const { id: job } of jobs.filter(({ projectId }) => projectId === id)) await retry(job)
  await drain(ctx, world.boss)
  expect(await leadsOf(ctx, id)).toEqual(['aaa'])
  expect(await givenUp(ctx)).toMatchObject([{ projectId: other }])
})

test('a job that crashes its process every time is given up too', async () => {
  await startProject(ctx)
  await drain(ctx, world.boss)
  await ingest(ctx, 'reddit-api', [record('aaa')])
  const [key] = await batchesOf(ctx)
  for (let crash = 0; crash < 6; crash++) {
    expect(await world.boss.fetch('candidates', { ignoreStartAfter: true })).toHaveLength(1)
    // To the queue, a minute without a heartbeat means that the worker died.
    await world.boss.getDb().executeSql('update pgboss.queue set monitor_on = null, monitor_claim_on = null', [])
    await world.boss.getDb().executeSql(`update pgboss.job set heartbeat_on = heartbeat_on - interval '1 minute'`, [])
    await world.boss.supervise('candidates')
  }
  expect(await world.boss.fetch('candidates', { ignoreStartAfter: true })).toEqual([])
  const [job] = await givenUp(ctx)
  expect(job).toMatchObject({ queue: 'candidates', error: 'job heartbeat timeout' })
  expect((await kept(ctx)).jobs).toMatchObject([{ name: 'candidates', state: 'failed' }, { name: 'failed' }])
  expect(await retry(job!.id)).toBe(true)
  await drain(ctx, world.boss)
  expect((await batchesOf(ctx))[0]).toEqual(key)
  expect((await kept(ctx)).batches).toMatchObject([{ finished: true }])
})

test("a job's log lines name the queue and the job", async () => {
  await startProject(ctx)
  await drain(broken(backfill), world.boss)
  const line = await vi.waitFor(() => world.logged.find((logged) => logged.includes('job failed')))
  expect(JSON.parse(line!)).toMatchObject({ queue: 'backfill', job: expect.stringMatching(/^[0-9a-f-]{36}$/) })
})
