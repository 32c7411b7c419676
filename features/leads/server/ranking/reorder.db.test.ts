import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { evenWeights, urgencyOf } from '#engine/order/urgency.ts'
import type { Component, ScoreWeights } from '#engine/score/component.ts'
import { testApp } from '#tests/support/app.ts'
import { ask } from '#tests/support/databases.ts'
import { call, type Person, seedOpportunity, setUpProject } from '#tests/support/seed-data.ts'
import type { World } from '#tests/support/world.ts'

const day = 24 * 3_600_000

let world: World
let app: FastifyInstance
let ann: Person
let project: string

beforeAll(async () => {
  ;({ world, app, ann } = await testApp('ann'))
})

afterAll(() => world.close())

beforeEach(async () => {
  project = await newProject()
})

/** Creates a project whose first backfill is over, so that none processes the seeded leads. */
async function newProject(): Promise<string> {
  const id = await setUpProject(app, ann)
  await world.drain()
  return id
}

const component = (name: Component['name'], points: number): Component => ({
  name,
  points,
  reasons: [{ text: 'it is so', points, spans: [] }],
})

const fitting = [component('fit', 60), component('intent', 20)]
const asking = [component('fit', 20), component('intent', 60)]

interface Lead {
  id: string
  score: number
  urgency: number
  components: Component[]
  postedAt: string
}

/** Returns the project's leads, the most urgent first. */
async function leads(): Promise<Lead[]> {
  const { data } = (await call(app, ann, 'GET', `opportunities?filters[project]=${project}&sort=urgency:desc`)).json()
  return data
}

/** Seeds two leads of today; by the shipped weights, the asking one is first. */
async function seedTwo(): Promise<{ first: string; second: string }> {
  const recent = { postedAt: world.clock.now, windowDueAt: new Date(world.clock.now.getTime() + 3 * day) }
  const first = await seedOpportunity(world.ctx, project, { score: 51, components: asking, ...recent })
  const second = await seedOpportunity(world.ctx, project, { score: 41, components: fitting, ...recent })
  return { first, second }
}

async function weigh(weights: Partial<ScoreWeights>): Promise<void> {
  const scoreWeights = { ...evenWeights, ...weights }
  expect((await call(app, ann, 'PUT', `projects/${project}`, { scoreWeights })).statusCode).toBe(200)
  await world.drain()
}

test('leads are ordered by the saved weights, with the same scores, and as before once these are even again', async () => {
  const { first, second } = await seedTwo()
  const before = await leads()
  expect(before.map(({ id }) => id)).toEqual([first, second])
  await weigh({ fit: 1.5 })
  const after = await leads()
  expect(after.map(({ id, score }) => [id, score])).toEqual([
    [second, 41],
    [first, 51],
  ])
  expect(after.map(({ components }) => components)).toEqual([fitting, asking])
  await weigh({})
  expect(await leads()).toMatchObject(before.map(({ id, urgency }) => ({ id, urgency })))
})

test.each([[{}], [{ fit: 0, intent: 2 }], [{ window: 0.5 }], [{ fit: 1.3, intent: 0.2, window: 0 }]])(
  'the database computes the urgency by the weights %j as the engine does',
  async (weights) => {
    await seedTwo()
    await seedOpportunity(world.ctx, project, {
      score: 0,
      components: fitting,
      postedAt: new Date(0),
      windowDueAt: null,
    })
    await weigh(weights)
    for (const { urgency, score, components, postedAt } of await leads()) {
      const lead = { score, components, postedAt: Date.parse(postedAt) }
      expect(urgency).toBeCloseTo(urgencyOf(lead, world.clock.now.getTime(), { ...evenWeights, ...weights }), 6)
    }
  },
)

test('leads of other projects stay unchanged', async () => {
  await seedTwo()
  const before = await leads()
  const home = project
  project = await newProject()
  await seedTwo()
  await weigh({ fit: 2, window: 0 })
  project = home
  expect(await leads()).toEqual(before)
})

test('leads written later in any way follow the weights', async () => {
  await weigh({ window: 0 })
  const { first } = await seedTwo()
  const urgency = async () => (await leads()).find(({ id }) => id === first)!.urgency
  expect(await urgency()).toBeCloseTo(Math.log2(51), 6)
  await ask(world.url, 'update opportunity set score = 64 where id = $1', [first])
  expect(await urgency()).toBeCloseTo(6, 6)
})

test('a thousand leads and one more are reordered, one page per job', async () => {
  const { first } = await seedTwo()
  await ask(
    world.url,
    `with copies as (
       insert into post (id, source, kind, outside_id, subreddit, title, body, body_truncated, permalink, created_at, updated_at)
       select gen_random_uuid(), 1, 'post', n, 'Welding', 't', 'b', false, '/', now(), now() from generate_series(1, 1000) n
       returning id)
     insert into opportunity (project_id, id, post_id, score, label, components, created_at, updated_at)
     select o.project_id, gen_random_uuid(), c.id, 64, o.label, '[]', now(), now()
     from opportunity o, copies c where o.id = $1`,
    [first],
  )
  await ask(world.url, 'update opportunity set components = $1', [JSON.stringify([component('fit', 10)])])
  await weigh({ fit: 2, window: 0 })
  const rows = await ask<{ urgency: number; leads: number }>(
    world.url,
    `select urgency, count(*)::int as leads from opportunity where project_id = $1 and score = 64 group by 1`,
    [project],
  )
  expect(rows).toEqual([{ urgency: expect.closeTo(7, 6), leads: 1000 }])
})
