import { asc, sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ingest } from '#features/matching/server/ingest.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { transaction } from '#platform/server/database/database.ts'
import type { BatchKey } from '#platform/server/jobs/queue.ts'
import { asJob, copyLeads, record, startProject } from '#tests/support/leads.ts'
import { testWorld, type World } from '#tests/support/world.ts'
import { opportunity } from '../tables.ts'
import { sweepWindows } from './windows.ts'

const hour = 3_600_000
const day = 24 * hour

let world: World
let ctx: Ctx

beforeEach(async () => {
  world = await testWorld()
  ctx = asJob(world.ctx)
  await startProject(ctx)
})

afterEach(() => world.close())

const leads = () => transaction(ctx, (tx) => tx.select().from(opportunity).orderBy(asc(opportunity.postedAt)))

const overdue = async () => {
  const now = ctx.now().getTime()
  return (await leads()).filter(({ windowDueAt }) => windowDueAt !== null && windowDueAt.getTime() <= now)
}

/** Adds leads that were posted the given numbers of hours ago. */
async function postedBefore(...hours: (number | null)[]): Promise<void> {
  const now = ctx.now().getTime()
  await ingest(
    ctx,
    'reddit-api',
    hours.map((ago, i) => record(`p${i}`, { postedAt: ago === null ? null : now - ago * hour })),
  )
  await world.drain()
}

test('a lead keeps its score, and loses first "wants it now", then its place before evergreen ones', async () => {
  await postedBefore(1)
  const [fresh] = await leads()
  expect(fresh!.label).toBe(3)
  const after = async (elapsed: number) => {
    world.clock.advance(elapsed)
    await sweepWindows(ctx)
    const [lead] = await leads()
    expect(lead).toMatchObject({ score: fresh!.score, components: fresh!.components, updatedAt: world.clock.now })
    return lead!
  }
  const cooling = await after(3 * day)
  expect(cooling).toMatchObject({ label: 3, urgency: fresh!.urgency })
  const cold = await after(12 * day)
  expect(cold).toMatchObject({ label: 2, urgency: fresh!.urgency })
  const evergreen = await after(90 * day)
  expect(evergreen).toMatchObject({ label: 2, windowDueAt: null })
  expect(evergreen.urgency).toBeLessThan(7)
})

test('a sweep updates only due leads', async () => {
  await postedBefore(71, 2, null)
  const before = await leads()
  world.clock.advance(2 * hour)
  await sweepWindows(ctx)
  const after = await leads()
  expect(after[0]).not.toEqual(before[0])
  expect(after.slice(1)).toEqual(before.slice(1))
})

test('a sweep and scoring a batch again have the same result', async () => {
  await postedBefore(1)
  world.clock.advance(20 * day)
  await sweepWindows(ctx)
  const before = await leads()
  await transaction(ctx, async (tx) => {
    const { rows } = await tx.execute<BatchKey & Record<string, unknown>>(
      sql`update recent set position = 0, finished_at = null returning arrived_on::text as "arrivedOn", id as "batchId"`,
    )
    await tx.execute(sql`update candidate set project_version = 0`)
    await ctx.queue.send(tx, 'candidates', rows[0]!)
  })
  await world.drain()
  expect(await leads()).toEqual(before)
})

test('a sweep takes a thousand leads, another follows, and two concurrent sweeps share the rest', async () => {
  await postedBefore(1)
  await copyLeads(ctx, 1099)
  world.clock.advance(3 * day)
  await sweepWindows(ctx)
  expect(await overdue()).toHaveLength(100)
  const next = sql`select 1 from pgboss.job where name = 'windows' and state = 'created'`
  expect((await transaction(ctx, (tx) => tx.execute(next))).rows).toHaveLength(1)
  await Promise.all([sweepWindows(ctx), sweepWindows(ctx)])
  expect(await overdue()).toEqual([])
})
