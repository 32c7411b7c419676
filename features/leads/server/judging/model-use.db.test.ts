import { afterAll, beforeAll, expect, test } from 'vitest'
import { transaction } from '#platform/server/database/database.ts'
import { asJob } from '#tests/support/leads.ts'
import { addMember, appOf, call, type Person, signUp } from '#tests/support/seed-data.ts'
import { testWorld, type World } from '#tests/support/world.ts'
import { reservePosts, returnPosts } from './model-use.ts'

let world: World
let app: Awaited<ReturnType<typeof appOf>>
let ann: Person
let client: Person
let bob: Person
let projectId: string
const path = () => `projects/${projectId}/model-use`

beforeAll(async () => {
  world = await testWorld()
  world.ctx.modelDailyPosts = 40
  app = await appOf(world.ctx)
  ;[ann, client, bob] = [
    await signUp(app, 'ann@example.com'),
    await signUp(app, 'client@example.com'),
    await signUp(app, 'bob@example.com'),
  ]
  const { data } = (await call(app, ann, 'POST', 'projects', { name: 'Deskbook', summary: 'A CRM' })).json()
  projectId = data.id
  await addMember(world.ctx, projectId, client, 'client')
})
afterAll(async () => {
  await app.close()
  await world.close()
})

const reserve = (posts: number) =>
  transaction(asJob(world.ctx), (tx) => reservePosts(asJob(world.ctx), tx, projectId, posts))

test('without a model, its name is null and nothing was sent', async () => {
  const { data } = (await call(app, ann, 'GET', path())).json()
  expect(data).toEqual({ model: null, postsToday: 0, postsPerDay: 40 })
})

test('counts what was sent today, for everyone in the project, and starts again the next day', async () => {
  world.ctx.model = { url: 'http://127.0.0.1:1', model: 'small', apiKey: 'secret-of-ours' }
  expect([await reserve(30), await reserve(30), await reserve(30)]).toEqual([30, 10, 0])
  const answer = await call(app, client, 'GET', path())
  expect(answer.json().data).toEqual({ model: 'small', postsToday: 40, postsPerDay: 40 })
  expect(answer.body).not.toContain('secret-of-ours')
  const day = world.ctx.now().toISOString().slice(0, 10)
  await transaction(asJob(world.ctx), (tx) => returnPosts(tx, projectId, day, 15))
  expect((await call(app, ann, 'GET', path())).json().data.postsToday).toBe(25)
  world.clock.advance(24 * 3_600_000)
  expect((await call(app, ann, 'GET', path())).json().data.postsToday).toBe(0)
})

test('is not read signed out, or by people outside the project', async () => {
  expect((await app.inject({ url: `/api/${path()}` })).statusCode).toBe(403)
  expect((await call(app, bob, 'GET', path())).statusCode).toBe(404)
  expect((await call(app, ann, 'GET', 'projects/nonsense/model-use')).statusCode).toBe(404)
})

test('an owner turns the model off and on, and a client may not', async () => {
  const update = (person: Person, sendToModel: unknown) =>
    call(app, person, 'PUT', `projects/${projectId}`, { sendToModel })
  expect((await update(ann, false)).json().data.sendToModel).toBe(false)
  expect((await update(ann, true)).json().data.sendToModel).toBe(true)
  expect((await update(client, false)).statusCode).toBe(403)
  expect((await update(ann, 'no')).statusCode).toBe(400)
})
