import { type SQL, sql } from 'drizzle-orm'
import pg from 'pg'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Ctx } from '../ctx.ts'
import { transaction } from '../db/database.ts'
import { batch, candidate, opportunity } from '../db/schema.ts'
import { testWorld, type World } from '../testing.ts'
import { asJob, editProject, leadsOf, record, startProject } from '../testing-leads.ts'
import { findCandidates } from './candidates.ts'
import { ingest } from './ingest.ts'
import { showOpportunities } from './opportunities.ts'
import { writeCandidates } from './rows/candidates.ts'
import { lookBack } from './scan.ts'
import { scoreCandidates } from './score.ts'

/** Steps held up at a chosen point, so that the order of events is the test's and not the machine's. */
let world: World
let ctx: Ctx
let projectId: string
let watch: pg.Client
const letGo: (() => Promise<void>)[] = []
beforeEach(async () => {
  world = await testWorld()
  watch = new pg.Client({ connectionString: world.url })
  await watch.connect()
  ctx = asJob(world.ctx)
  projectId = await startProject(ctx)
  await world.drain()
})
afterEach(async () => {
  for (const release of letGo.splice(0)) await release()
  await watch.end()
  await world.close()
})

/** One post under way, as the id of its batch. */
async function arrival(): Promise<string> {
  await ingest(ctx, [record('aaa')])
  const [row] = await transaction(ctx, (tx) => tx.select().from(batch))
  return row!.id
}

/** Keeps a table locked until told otherwise. */
async function hold(lock: SQL): Promise<() => Promise<void>> {
  const held = Promise.withResolvers<void>()
  const over = Promise.withResolvers<void>()
  const work = transaction(ctx, async (tx) => {
    await tx.execute(lock)
    held.resolve()
    await over.promise
  })
  await held.promise
  const release = () => {
    over.resolve()
    return work
  }
  letGo.push(release)
  return release
}

/** Resolves once so many connections wait for a lock. */
async function blocked(count: number): Promise<'blocked'> {
  await vi.waitFor(
    async () => {
      const { rows } = await watch.query<{ waiting: number }>(
        `select count(*)::int as waiting from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock'`,
      )
      expect(rows[0]!.waiting).toBe(count)
    },
    { timeout: 10_000, interval: 10 },
  )
  return 'blocked'
}

/** What a look-back by the next version writes for the one post. */
async function overwrite(): Promise<number> {
  return transaction(ctx, async (tx) => {
    const [row] = await tx.select().from(candidate)
    const { rows } = await tx.execute<{ version: number }>(sql`select version from project`)
    const found = { projectId, version: rows[0]!.version, postId: row!.postId, hits: row!.hits }
    return writeCandidates(tx, ctx.id(), [found], ctx.now())
  })
}

const candidates = () => transaction(ctx, (tx) => tx.select().from(candidate))
const raise = () => transaction(ctx, (tx) => tx.execute(sql`update project set version = version + 1`))

test('an edit between reading the phrases and writing: what was found by the older version is not written', async () => {
  const batchId = await arrival()
  const release = await hold(sql`lock table post in access exclusive mode`)
  const step = findCandidates(ctx, { batchId })
  await blocked(1)
  await editProject(ctx, projectId, { add: 'spreadsheet' })
  await release()
  await step
  expect(await candidates()).toEqual([])
  await world.drain()
  expect(await leadsOf(ctx, projectId)).toEqual(['aaa'])
})

test('an edit between writing and committing has to wait', async () => {
  const batchId = await arrival()
  const written = Promise.withResolvers<void>()
  const over = Promise.withResolvers<void>()
  letGo.push(async () => over.resolve())
  const slow: Ctx = {
    ...ctx,
    queue: {
      send: async (tx, name, data) => {
        written.resolve()
        await over.promise
        return ctx.queue.send(tx, name, data)
      },
    },
  }
  const step = findCandidates(slow, { batchId })
  await written.promise
  const edit = editProject(ctx, projectId, { add: 'spreadsheet' })
  expect(await Promise.race([edit, blocked(1)])).toBe('blocked')
  over.resolve()
  await Promise.all([step, edit])
  await world.drain()
  expect((await candidates()).map(({ projectVersion }) => projectVersion)).toEqual([2])
})

test('a candidate replaced while it is scored stays unscored', async () => {
  const batchId = await arrival()
  await findCandidates(ctx, { batchId })
  await raise()
  const release = await hold(sql`lock table keyword in access exclusive mode`)
  const step = scoreCandidates(ctx, { batchId })
  await blocked(1)
  const replaced = overwrite()
  expect(await Promise.race([replaced, blocked(2)])).toBe('blocked')
  await release()
  await step
  expect(await replaced).toBe(1)
  expect((await candidates())[0]).toMatchObject({ projectVersion: 2, scoredAt: null })
})

test('a candidate replaced while its lead is written is replaced afterwards', async () => {
  const batchId = await arrival()
  await findCandidates(ctx, { batchId })
  await scoreCandidates(ctx, { batchId })
  await raise()
  const release = await hold(sql`lock table opportunity in share mode`)
  const step = showOpportunities(ctx, { batchId })
  await blocked(1)
  const replaced = overwrite()
  expect(await Promise.race([replaced, blocked(2)])).toBe('blocked')
  await release()
  await step
  expect(await transaction(ctx, (tx) => tx.select().from(opportunity))).toHaveLength(1)
  expect(await replaced).toBe(1)
})

test('a post that arrives after an edit is found by the new phrases', async () => {
  await ingest(ctx, [record('aaa')])
  await world.drain()
  await editProject(ctx, projectId, { add: 'invoicing app' })
  await editProject(ctx, projectId, { add: 'expense tracker' })
  await world.drain()
  await ingest(ctx, [record('new', { title: 'Which invoicing app, and which expense tracker?', body: '' })])
  await world.drain()
  expect(await leadsOf(ctx, projectId)).toEqual(['aaa', 'new'])
})

test('a page of an outdated version ends its look-back', async () => {
  await ingest(ctx, [record('aaa')])
  await raise()
  const sent: string[] = []
  const listening: Ctx = { ...ctx, queue: { send: async (_, name) => void sent.push(name) } }
  await lookBack(listening, { projectId, after: null, version: 1 })
  expect(sent).toEqual([])
  expect(await candidates()).toEqual([])
  await lookBack(listening, { projectId, after: null, version: 2 })
  expect(sent).toEqual(['score', 'settle'])
})
