import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { deleteExpired } from '#features/privacy/server/delete-expired.ts'
import { testApp } from '#tests/support/app.ts'
import { ask } from '#tests/support/databases.ts'
import { appOf, browserOf, create, type Person, setUpProject, signUp } from '#tests/support/seed-data.ts'
import type { World } from '#tests/support/world.ts'
import { actingAs } from '../ctx.ts'

let world: World
let app: FastifyInstance
/** Another web process that shares only the database. */
let elsewhere: FastifyInstance
let ann: Person
let bob: Person
let project: string
beforeAll(async () => {
  ;({ world, app, ann } = await testApp('ann'))
  elsewhere = await appOf(world.ctx)
  bob = await signUp(app, 'bob@example.com')
  project = await setUpProject(app, ann)
})
afterAll(async () => {
  await elsewhere.close()
  await world.close()
})

let key: string
beforeEach(() => {
  key = `"${crypto.randomUUID()}"`
})

interface Submission {
  by?: Pick<Person, 'headers'>
  at?: FastifyInstance
  key?: string
  path?: string
}

/** Submits a request that creates a row, by default a keyword in Ann's project. */
function submit(data: object, { by = ann, at = app, key: sent = key, path = 'keywords' }: Submission = {}) {
  const headers = { ...by.headers, 'idempotency-key': sent }
  return at.inject({ method: 'POST', url: `/api/${path}`, headers, payload: { data } })
}
const keyword = (query: string) => ({ project, query })

async function keywordsNamed(query: string): Promise<number> {
  return (await ask(world.url, 'select 1 from keyword where query = $1', [query])).length
}

test('a repeated request with the same key runs once and gets the first answer, from any process', async () => {
  const first = await submit({ name: 'Once' }, { path: 'projects' })
  expect(first.statusCode).toBe(201)
  for (const at of [app, elsewhere]) {
    const again = await submit({ name: 'Once' }, { path: 'projects', at })
    expect([again.statusCode, again.json()]).toEqual([201, first.json()])
  }
  expect(await ask(world.url, "select 1 from project where name = 'Once'")).toHaveLength(1)
})

test('of concurrent requests with the same key, one runs and the others get a conflict', async () => {
  const at = [app, elsewhere, app, elsewhere, app]
  const answers = await Promise.all(at.map((each) => submit({ name: 'Together' }, { path: 'projects', at: each })))
  const codes = answers.map(({ statusCode }) => statusCode)
  expect(codes).toContain(201)
  for (const answer of answers.filter(({ statusCode }) => statusCode !== 201)) {
    expect(answer.json().error).toMatchObject({
      status: 409,
      name: 'ConflictError',
      message: expect.stringContaining('in progress'),
    })
  }
  expect(await ask(world.url, "select 1 from project where name = 'Together'")).toHaveLength(1)
})

test('the same key with a different body or resource is refused', async () => {
  expect((await submit(keyword('arc welder'))).statusCode).toBe(201)
  for (const other of [await submit(keyword('spot welder')), await submit({ name: 'x' }, { path: 'projects' })]) {
    expect(other.json().error).toMatchObject({ status: 422, name: 'UnprocessableEntityError' })
  }
  expect(await keywordsNamed('spot welder')).toBe(0)
})

test('the same key is independent for another user and for an API token', async () => {
  const bobs = await setUpProject(app, bob)
  const { token } = (await create(app, ann, 'api-tokens', { project, name: 'CI', scope: 'write' })) as unknown as {
    token: string
  }
  const answers = [
    await submit(keyword('tig welder')),
    await submit({ project: bobs, query: 'tig welder' }, { by: bob }),
    await submit(keyword('mig welder'), { by: { headers: { authorization: `Bearer ${token}` } } }),
  ]
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201])
})

test('an expired key can be reused, and the expiry job deletes it', async () => {
  const first = await submit({ name: 'Daily' }, { path: 'projects' })
  const count = () => ask(world.url, 'select 1 from idempotency_key where key = $1', [key])
  world.clock.advance(24 * 3_600_000 - 1)
  expect((await submit({ name: 'Daily' }, { path: 'projects' })).json()).toEqual(first.json())
  await deleteExpired(actingAs(world.ctx, { kind: 'job', name: 'forget' }))
  expect(await count()).toHaveLength(1)
  world.clock.advance(1)
  const second = await submit({ name: 'Daily' }, { path: 'projects' })
  expect([second.statusCode, second.json().data.id === first.json().data.id]).toEqual([201, false])
  world.clock.advance(24 * 3_600_000)
  await deleteExpired(actingAs(world.ctx, { kind: 'job', name: 'forget' }))
  expect(await count()).toEqual([])
})

test('a refused request frees its key', async () => {
  expect((await submit(keyword('AND'))).statusCode).toBe(400)
  expect((await submit(keyword('plasma cutter'))).statusCode).toBe(201)
  expect((await submit({ project: crypto.randomUUID(), query: 'x' }, { key: `${key}2` })).statusCode).toBe(404)
  expect((await submit(keyword('laser cutter'), { key: `${key}2` })).statusCode).toBe(201)
})

test('if the process was killed before it answered, the request does not run again', async () => {
  await submit({ name: 'Killed' }, { path: 'projects' })
  // The state left by a process that dies between its work and its answer.
  await ask(world.url, 'update idempotency_key set answer = null where key = $1', [key])
  const again = await submit({ name: 'Killed' }, { path: 'projects', at: elsewhere })
  expect(again.json().error).toMatchObject({ status: 409, message: expect.stringContaining('interrupted') })
  expect((await submit({ name: 'Killed' }, { path: 'projects', key: `${key}2` })).statusCode).toBe(201)
})

test('stored answers are unreadable without SECRET and are deleted with their user', async () => {
  const cy = await signUp(app, 'cy@example.com')
  await submit({ name: 'Secret plans' }, { by: cy, path: 'projects' })
  const stored = () => ask(world.url, 'select answer from idempotency_key where user_id = $1', [cy.id])
  expect(JSON.stringify(await stored())).not.toContain('Secret')
  await ask(world.url, 'delete from "user" where id = $1', [cy.id])
  expect(await stored()).toEqual([])
})

test('a key must be 1 to 255 visible ASCII characters', async () => {
  for (const bad of ['', ' ', 'ä', 'x'.repeat(256)]) {
    const answer = await submit(keyword('never made'), { key: bad })
    expect([bad, answer.statusCode]).toEqual([bad, 400])
  }
})

test("a write's answer includes the requested relations, also when repeated", async () => {
  const request = {
    method: 'POST',
    url: '/api/keywords?populate=project&fields=query',
    headers: { ...browserOf(ann), 'idempotency-key': key },
    payload: { data: keyword('stick welder') },
  } as const
  const answers = [await app.inject(request), await app.inject(request)]
  expect(answers[0]!.json().data).toMatchObject({ query: 'stick welder', project: { id: project } })
  expect(answers[1]!.json()).toEqual(answers[0]!.json())
})
