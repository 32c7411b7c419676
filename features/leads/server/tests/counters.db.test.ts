import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { maintainArrivals } from '#features/matching/server/upkeep.ts'
import { actingAs, type Ctx } from '#platform/server/ctx.ts'
import { transaction } from '#platform/server/database/database.ts'
import { testApp } from '#tests/support/app.ts'
import { call, type Person, seedOpportunity, setUpProject, signUp } from '#tests/support/seed-data.ts'
import type { World } from '#tests/support/world.ts'

let world: World
let job: Ctx
let app: FastifyInstance
let ann: Person
let project: string

beforeEach(async () => {
  ;({ world, app, ann } = await testApp('ann'))
  job = actingAs(world.ctx, { kind: 'job', name: 'test' })
  project = await setUpProject(app, ann)
  for (const state of ['new', 'new', 'new', 'rejected', 'replied'] as const) {
    await seedOpportunity(world.ctx, project, { state, score: state === 'new' ? 60 : 20 })
  }
  await seedOpportunity(world.ctx, project, { saved: true })
})

afterEach(() => world.close())

/** Requests rows beyond the last, since a page with the last row shows the total without the counters. */
async function total(filters: string, person = ann): Promise<{ total: number; totalCapped?: boolean }> {
  const answer = await app.inject({
    url: `/api/opportunities?${filters}&pagination[start]=1000&pagination[limit]=1`,
    headers: person.headers,
  })
  const { total: count, totalCapped } = answer.json().meta.pagination
  return totalCapped === undefined ? { total: count } : { total: count, totalCapped }
}

const state = (name: string) => `filters[state]=${name}`

const rows = async () => {
  const {
    rows: [row],
  } = await transaction(job, (tx) =>
    tx.execute<{ rows: number }>(sql`select count(*)::int as rows from opportunity_count`),
  )
  return row!.rows
}

describe('totals are correct', () => {
  test.each<[string, number]>([
    ['', 6],
    [state('new'), 4],
    [state('rejected'), 1],
    ['filters[saved]=true', 1],
    [`${state('new')}&filters[saved]=false`, 3],
    ['filters[state][$in][0]=replied&filters[state][$in][1]=rejected', 2],
    ['filters[$not][state]=new', 2],
    ['filters[$or][0][state]=replied&filters[$or][1][saved]=true', 2],
  ])('for the filters "%s"', async (filters, expected) => {
    expect(await total(filters)).toEqual({ total: expected })
    expect(await total(`${filters}&filters[project]=${project}`)).toEqual({ total: expected })
    await transaction(job, (tx) => tx.execute(sql`delete from opportunity_count`))
    expect(await total(filters)).toEqual({ total: 0 })
    // Rows are counted if the counters don't cover the filters.
    expect(await total(`${filters}&filters[score][$gte]=0`)).toEqual({ total: expected })
  })

  test('after decisions and their undo', async () => {
    const [lead] = (await call(app, ann, 'GET', `opportunities?${state('new')}`)).json().data
    await call(app, ann, 'PUT', `opportunities/${lead.id}/rejection`, { reason: 'tooOld' })
    expect(await total(state('new'))).toEqual({ total: 3 })
    expect(await total(state('rejected'))).toEqual({ total: 2 })
    await call(app, ann, 'PUT', `opportunities/${lead.id}/save`, {})
    expect(await total('filters[saved]=true')).toEqual({ total: 2 })
    await call(app, ann, 'DELETE', `opportunities/${lead.id}/rejection`)
    expect(await total(state('new'))).toEqual({ total: 4 })
  })
})

test('a total can exceed the number of rows that are ever counted', async () => {
  await transaction(job, (tx) =>
    tx.execute(sql`
      insert into opportunity_count (project_id, state, saved, delta) values (${project}, 'new', false, 2000000)`),
  )
  expect(await total(state('new'))).toEqual({ total: 2_000_004 })
})

test("totals include only the user's own projects", async () => {
  const bob = await signUp(app, 'bob@example.com')
  await setUpProject(app, bob, { name: 'Brewbook' })
  expect(await total('', bob)).toEqual({ total: 0 })
  expect(await total(`filters[project]=${project}`, bob)).toEqual({ total: 0 })
})

test('folding leaves one row per kind, even with concurrent leads and folds', async () => {
  const seeding = Array.from({ length: 20 }, () => seedOpportunity(world.ctx, project, {}))
  await Promise.all([maintainArrivals(job), ...seeding, maintainArrivals(job)])
  expect(await total('')).toEqual({ total: 26 })
  await maintainArrivals(job)
  expect(await rows()).toBe(4)
  expect(await total('')).toEqual({ total: 26 })
  expect(await total(state('new'))).toEqual({ total: 24 })
})
