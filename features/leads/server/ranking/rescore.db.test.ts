import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Component } from '#engine/score/component.ts'
import { testApp } from '#tests/support/app.ts'
import { ask } from '#tests/support/databases.ts'
import { call, type Person, seedOpportunity, setUpProject } from '#tests/support/seed-data.ts'
import type { World } from '#tests/support/world.ts'

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

const fresh = [component('fit', 20), component('freshness', 30), component('feedback', 1)]
const fitting = [component('fit', 40), component('freshness', 0), component('feedback', 1)]

interface Lead {
  id: string
  score: number
  components: Component[]
}

/** Returns the project's leads, best first. */
async function leads(): Promise<Lead[]> {
  const { data } = (await call(app, ann, 'GET', `opportunities?filters[project]=${project}&sort=score:desc`)).json()
  return data
}

/** Seeds two leads; by the shipped weights, the fresh one is first. */
async function seedTwo(): Promise<{ first: string; second: string }> {
  const first = await seedOpportunity(world.ctx, project, { score: 51, components: fresh })
  const second = await seedOpportunity(world.ctx, project, { score: 41, components: fitting })
  return { first, second }
}

async function rescore(weights: object): Promise<void> {
  const scoreWeights = { fit: 1, intent: 1, freshness: 1, engagement: 1, ...weights }
  expect((await call(app, ann, 'PUT', `projects/${project}`, { scoreWeights })).statusCode).toBe(200)
  await world.drain()
}

test('leads are scored and shown by the saved weights, and restored once these are even again', async () => {
  const { first, second } = await seedTwo()
  const before = await leads()
  expect(before.map(({ id }) => id)).toEqual([first, second])
  await rescore({ freshness: 0.5, fit: 1.5 })
  const [best, next] = await leads()
  expect([best?.id, best?.score, next?.id, next?.score]).toEqual([second, 61, first, 46])
  for (const { score, components } of [best!, next!]) {
    expect(components.reduce((sum, { points }) => sum + points, 0)).toBe(score)
    expect(components.map(({ points, reasons }) => points === reasons[0]?.points)).not.toContain(false)
  }
  await rescore({})
  expect(await leads()).toEqual(before)
})

test('leads of other projects stay unchanged', async () => {
  const { first } = await seedTwo()
  const before = await leads()
  const home = project
  project = await newProject()
  await seedTwo()
  await rescore({ fit: 2, freshness: 0 })
  project = home
  expect(await leads()).toEqual(before)
  expect(before[0]?.id).toBe(first)
})

test('leads written later in any way follow the weights', async () => {
  await rescore({ freshness: 0 })
  const id = await seedOpportunity(world.ctx, project, { score: 51, components: fresh })
  expect(await leads()).toMatchObject([{ id, score: 21 }])
  const stale = JSON.stringify(fitting)
  await ask(world.url, 'update opportunity set score = 99, components = $2 where id = $1', [id, stale])
  expect(await leads()).toMatchObject([{ id, score: 41 }])
})

test('a thousand leads and one more are rescored, one page per job', async () => {
  const { first } = await seedTwo()
  await ask(
    world.url,
    `with copies as (
       insert into post (id, source, kind, outside_id, subreddit, title, body, body_truncated, permalink, created_at, updated_at)
       select gen_random_uuid(), 1, 'post', n, 'Welding', 't', 'b', false, '/', now(), now() from generate_series(1, 1000) n
       returning id)
     insert into opportunity (project_id, id, post_id, score, label, components, created_at, updated_at)
     select o.project_id, gen_random_uuid(), c.id, o.score, o.label, o.components, now(), now()
     from opportunity o, copies c where o.id = $1`,
    [first],
  )
  await rescore({ fit: 2 })
  const rows = await ask<{ score: number; leads: number }>(
    world.url,
    'select score, count(*)::int as leads from opportunity where project_id = $1 group by 1 order by 1',
    [project],
  )
  expect(rows).toEqual([
    { score: 71, leads: 1001 },
    { score: 81, leads: 1 },
  ])
})
