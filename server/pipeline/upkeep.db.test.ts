import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Ctx } from '../ctx.ts'
import { transaction } from '../db/database.ts'
import { recent, session } from '../db/schema.ts'
import { appOf, signUp } from '../seeding.ts'
import { testWorld, type World } from '../testing.ts'
import { asJob, bringIn, record } from '../testing-leads.ts'
import { arrive } from './ingest.ts'
import { keepUp } from './upkeep.ts'

const day = 24 * 3_600_000
let world: World
let ctx: Ctx
beforeEach(async () => {
  world = await testWorld()
  ctx = asJob(world.ctx)
})
afterEach(() => world.close())

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

describe('the days of arrivals', () => {
  test('are made a week ahead', async () => {
    await keepUp(ctx)
    const made = await days()
    expect(made[0]).toBe('20261120')
    expect(made.at(-1)).toBe('20261127')
    await keepUp(ctx)
    expect(await days()).toEqual(made)
  })

  test('are kept for two weeks; what is pinned stays', async () => {
    await arrive(ctx, 'reddit-api', [record('old')])
    await bringIn(ctx, [record('pinned')])
    world.clock.advance(day)
    await arrive(ctx, 'reddit-api', [record('new')])
    world.clock.advance(13 * day)
    await keepUp(ctx)
    expect(await batches()).toEqual(['2026-11-20', '2026-11-21', 'infinity'])
    world.clock.advance(day)
    await keepUp(ctx)
    expect(await batches()).toEqual(['2026-11-21', 'infinity'])
    expect((await days())[0]).toBe('20261121')
  })

  test('are dropped later rather than that a reader waits', async () => {
    await arrive(ctx, 'reddit-api', [record('old')])
    world.clock.advance(30 * day)
    await transaction(ctx, async (tx) => {
      await tx.select().from(recent)
      await keepUp(ctx)
      // Nobody stands before the door that others would have to queue behind.
      await tx.select().from(recent)
    })
    expect(await batches()).toHaveLength(1)
    await keepUp(ctx)
    expect(await batches()).toEqual([])
  })

  test('are made and dropped while projects are being changed', async () => {
    await arrive(ctx, 'reddit-api', [record('old')])
    world.clock.advance(30 * day)
    await transaction(ctx, async (tx) => {
      await tx.execute(sql`update project set name = name`)
      await tx.execute(sql`lock table project in row exclusive mode`)
      await keepUp(ctx)
    })
    expect(await batches()).toEqual([])
  })
})

test('sessions that are over go', async () => {
  const app = await appOf(world.ctx)
  await signUp(app, 'ann@example.com')
  const sessions = () => ctx.db.run('earshot_web', [], (tx) => tx.select().from(session))
  await keepUp(ctx)
  expect(await sessions()).toHaveLength(1)
  world.clock.advance(400 * day)
  await keepUp(ctx)
  expect(await sessions()).toEqual([])
  await app.close()
})
