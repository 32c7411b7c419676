import { eq, sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { session } from '#features/accounts/server/tables.ts'
import { post } from '#features/posts/server/tables.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { transaction } from '#platform/server/database/database.ts'
import { testApp } from '#tests/support/app.ts'
import { asJob, importRecords, record } from '#tests/support/leads.ts'
import { create, setUpProject, signUp } from '#tests/support/seed-data.ts'
import type { World } from '#tests/support/world.ts'
import { ingest } from './ingest.ts'
import { candidate, recent } from './tables.ts'
import { maintainArrivals } from './upkeep.ts'

const day = 24 * 3_600_000
let world: World
let app: FastifyInstance
let ctx: Ctx

beforeAll(async () => {
  ;({ world, app } = await testApp())
})

beforeEach(async () => {
  await world.restart()
  ctx = asJob(world.ctx)
})

afterAll(() => world.close())

const days = async () => {
  const { rows } = await transaction(ctx, (tx) =>
    tx.execute<{ name: string }>(sql`
      select relname as name from pg_class where relname ~ '^recent_[0-9]{8}$' and relkind = 'r' order by 1`),
  )
  return rows.map(({ name }) => name.slice(-8))
}

const batches = async () => {
  const rows = await transaction(ctx, (tx) => tx.select().from(recent).orderBy(recent.arrivedOn, recent.id))
  return rows.map(({ arrivedOn }) => arrivedOn)
}

/** Returns how many items each item of a day's batches represents; null if the day is kept in full. */
const samples = async () => {
  const rows = await transaction(ctx, (tx) => tx.select().from(recent).orderBy(recent.arrivedOn))
  return Object.fromEntries(
    [...Map.groupBy(rows, ({ arrivedOn }) => arrivedOn)].map(([on, own]) => [on, own.map((row) => row.standsFor)]),
  )
}

describe('daily partitions of arrivals', () => {
  test('are created a week ahead', async () => {
    await maintainArrivals(ctx)
    const created = await days()
    expect(created[0]).toBe('20261120')
    expect(created.at(-1)).toBe('20261127')
    await maintainArrivals(ctx)
    expect(await days()).toEqual(created)
  })

  test('are kept in full for two weeks, then as a sample, and pinned batches stay', async () => {
    await ingest(ctx, 'reddit-api', [record('old')])
    await importRecords(ctx, [record('pinned')])
    world.clock.advance(day)
    await ingest(ctx, 'reddit-api', [record('new')])
    world.clock.advance(13 * day)
    await maintainArrivals(ctx)
    expect(await samples()).toEqual({ '2026-11-20': [null], '2026-11-21': [null], infinity: [null] })
    await world.drain()
    world.clock.advance(day)
    await maintainArrivals(ctx)
    expect(await samples()).toEqual({ '2026-11-20': [1], '2026-11-21': [null], infinity: [null] })
    world.clock.advance(15 * day)
    await maintainArrivals(ctx)
    expect(await samples()).toEqual({ '2026-11-20': [1], '2026-11-21': [1], infinity: [null] })
    world.clock.advance(day)
    await maintainArrivals(ctx)
    expect(await samples()).toEqual({ '2026-11-21': [1], infinity: [null] })
    expect((await days())[0]).toBe('20261121')
  })

  test('are sampled at random to a few hundred items per source, in whole batches with weights', async () => {
    for (let batch = 0; batch < 30; batch++) {
      const items = (name: string) => Array.from({ length: 40 }, (_, each) => record(`${name}${batch}x${each}`))
      await ingest(ctx, 'reddit-api', items('a'))
      if (batch < 5) await ingest(ctx, 'sandbox', items('s'))
    }
    await world.drain()
    const unfinished = await ingest(ctx, 'reddit-api', [record('unfinished')])
    expect(unfinished.batchIds).toHaveLength(1)
    world.clock.advance(15 * day)
    await Promise.all([maintainArrivals(ctx), maintainArrivals(ctx)])
    const [sampled] = Object.values(await samples())
    expect(sampled?.toSorted()).toEqual([...Array(5).fill(1), ...Array(10).fill(3)])
    expect(await days()).toContain('20261120')
    await maintainArrivals(ctx)
    expect(Object.values(await samples())[0]).toHaveLength(15)
  })

  test('reduced to a sample are not backfilled', async () => {
    const ann = await signUp(app, 'ann@example.com')
    const project = await setUpProject(app, ann)
    const question = (id: string, body: string) => record(id, { title: 'A question', body })
    await ingest(ctx, 'reddit-api', [question('old', 'Which crm do you use for clients?')])
    await world.drain()
    world.clock.advance(5 * day)
    await ingest(ctx, 'reddit-api', [question('young', 'Is there any crm that a studio can afford?')])
    await world.drain()
    world.clock.advance(10 * day)
    await maintainArrivals(ctx)
    await create(app, ann, 'keywords', { project, query: 'crm' })
    await world.drain()
    const found = await transaction(ctx, (tx) =>
      tx.select({ body: post.body }).from(candidate).innerJoin(post, eq(post.id, candidate.postId)),
    )
    expect(found).toEqual([{ body: 'Is there any crm that a studio can afford?' }])
  })

  test('are dropped at the next upkeep if a reader would have to wait', async () => {
    await ingest(ctx, 'reddit-api', [record('old')])
    world.clock.advance(31 * day)
    await transaction(ctx, async (tx) => {
      await tx.select().from(recent)
      await maintainArrivals(ctx)
      // No waiting lock blocks other readers.
      await tx.select().from(recent)
    })
    expect(await batches()).toHaveLength(1)
    await maintainArrivals(ctx)
    expect(await batches()).toEqual([])
  })

  test('can be created and dropped while projects change', async () => {
    await ingest(ctx, 'reddit-api', [record('old')])
    world.clock.advance(31 * day)
    await transaction(ctx, async (tx) => {
      await tx.execute(sql`update project set name = name`)
      await tx.execute(sql`lock table project in row exclusive mode`)
      await maintainArrivals(ctx)
    })
    expect(await batches()).toEqual([])
  })
})

test('expired sessions are deleted', async () => {
  await signUp(app, 'ann@example.com')
  const sessions = () => ctx.db.run('earshot_web', [], (tx) => tx.select().from(session))
  await maintainArrivals(ctx)
  expect(await sessions()).toHaveLength(1)
  world.clock.advance(400 * day)
  await maintainArrivals(ctx)
  expect(await sessions()).toEqual([])
})
