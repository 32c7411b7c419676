import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { account } from '#features/billing/server/factories.ts'
import { ingest } from '#features/matching/server/ingest.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { transaction } from '#platform/server/database/database.ts'
import { startBoss } from '#platform/server/jobs/boss.ts'
import { watchEffects } from '#tests/support/faults.ts'
import { asJob, leadsOf, record, startProject } from '#tests/support/leads.ts'
import { testWorld, type World } from '#tests/support/world.ts'
import { drain, startWorkers } from './jobs.ts'

let world: World
let ctx: Ctx
beforeEach(async () => {
  world = await testWorld()
  ctx = asJob(world.ctx)
})
afterEach(() => world.close())

const jobs = async () => {
  const { rows } = await transaction(ctx, (tx) =>
    tx.execute<{ name: string; state: string; output: unknown }>(sql`select name, state, output from pgboss.job`),
  )
  return rows
}

test('workers turn a post into a lead', async () => {
  const boss = await startBoss(world.url, { poolSize: 4, supervise: true, log: ctx.log })
  try {
    await startWorkers({ ...ctx, paddle: account }, boss)
    const id = await startProject(ctx)
    await ingest(ctx, 'reddit-api', [record('aaa')])
    await vi.waitFor(async () => expect(await leadsOf(ctx, id)).toEqual(['aaa']), { timeout: 20_000, interval: 20 })
    const scheduled = (await boss.getSchedules()).map(({ name }) => name)
    expect(scheduled.toSorted()).toEqual([
      'alertEvents',
      'alerts',
      'campaigns',
      'deliveries',
      'dueRuns',
      'forget',
      'inboxes',
      'insights',
      'mail',
      'mailOutbox',
      'mailboxes',
      'messages',
      'personalAlerts',
      'recheck',
      'reconcile',
      'release',
      'replyChecks',
      'reports',
      'seo',
      'stageAlerts',
      'upkeep',
      'windows',
    ])
  } finally {
    await boss.stop({ graceful: true })
  }
})

test('workers run a delayed job soon after it is due', async () => {
  const boss = await startBoss(world.url, { poolSize: 4, supervise: true, log: ctx.log })
  try {
    const wake = await startWorkers(ctx, boss)
    const projectId = await startProject(ctx)
    await transaction(ctx, (tx) => ctx.queue.send(tx, 'reorder', { projectId }, { afterSeconds: 1 }))
    const done = expect.objectContaining({ name: 'reorder', state: 'completed' })
    // Unless they are woken, workers find it after 10 minutes.
    const found = async () => {
      await wake()
      expect(await jobs()).toContainEqual(done)
    }
    await vi.waitFor(found, { timeout: 20_000, interval: 50 })
  } finally {
    await boss.stop({ graceful: true })
  }
})

test('a job that fails once is retried, also in a drain', async () => {
  const id = await startProject(ctx)
  await ingest(ctx, 'reddit-api', [record('aaa')])
  let failures = 0
  const flaky = watchEffects(ctx, () => {
    if (failures++ === 0) throw new Error('once')
  })
  const boss = await startBoss(world.url, { poolSize: 2, supervise: false, log: ctx.log })
  await drain(flaky, boss)
  await boss.stop({ graceful: false })
  expect(failures).toBeGreaterThan(1)
  expect(await leadsOf(ctx, id)).toEqual(['aaa'])
})

test("a job that always fails ends as failed, doesn't block others, and is logged without its data", async () => {
  const id = await startProject(ctx)
  await ingest(ctx, 'reddit-api', [record('aaa')])
  await transaction(ctx, (tx) => ctx.queue.send(tx, 'candidates', { arrivedOn: '2026-11-20', batchId: 'not an id' }))
  await world.drain()
  expect(await leadsOf(ctx, id)).toEqual(['aaa'])
  const failed = (await jobs()).filter(({ state }) => state === 'failed')
  expect(failed).toMatchObject([{ name: 'candidates', output: { error: 'error', code: '22P02' } }])
  const line = world.logged.find((logged) => logged.includes('job failed'))
  expect(JSON.parse(line!)).toMatchObject({ queue: 'candidates', code: '22P02' })
  expect(world.logged.join() + JSON.stringify(failed)).not.toContain('not an id')
})

test('a drain ends when no jobs are queued', async () => {
  await startProject(ctx)
  await ingest(ctx, 'reddit-api', [record('aaa')])
  await world.drain()
  expect(new Set((await jobs()).map(({ state }) => state))).toEqual(new Set(['completed']))
})
