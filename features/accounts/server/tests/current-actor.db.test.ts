import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { testApp } from '#tests/support/app.ts'
import { call, create, type Person, setUpProject, signUp } from '#tests/support/seed-data.ts'
import type { World } from '#tests/support/world.ts'

let world: World
let app: FastifyInstance
/** Another process, which shares only the database. */
let elsewhere: pg.Client
beforeAll(async () => {
  ;({ world, app } = await testApp())
  elsewhere = new pg.Client({ connectionString: world.url })
  await elsewhere.connect()
})
afterAll(async () => {
  await elsewhere.end()
  await world.close()
})

let ann: Person
let bob: Person
let project: string
let people = 0
beforeEach(async () => {
  people += 1
  ann = await signUp(app, `ann${people}@example.com`)
  bob = await signUp(app, `bob${people}@example.com`)
  project = await setUpProject(app, ann)
  await create(app, ann, 'keywords', { project, query: 'orbital welder' })
  // Both have called this process before.
  for (const person of [ann, bob]) expect((await call(app, person, 'GET', 'keywords')).statusCode).toBe(200)
})

const seen = async (person: Person) =>
  (await call(app, person, 'GET', 'keywords')).json().data.map(({ query }: { query: string }) => query)

const join = (role: string) =>
  elsewhere.query(
    `insert into member (project_id, id, user_id, role, created_at, updated_at)
     values ($1, gen_random_uuid(), $2, $3, now(), now())`,
    [project, bob.id, role],
  )

test('a session ended by another process is refused at once, for every request', async () => {
  expect(await seen(ann)).toContain('orbital welder')
  await elsewhere.query('update session set revoked_at = now() where user_id = $1', [ann.id])
  for (const asked of ['keywords', `projects/${project}`, 'keywords?sort=nothing', 'users/me', 'sessions']) {
    const answer = await call(app, ann, 'GET', asked)
    expect([asked, answer.statusCode]).toEqual([asked, 401])
    expect(answer.body).not.toContain('orbital welder')
  }
})

test('a user blocked by another process is signed out at once', async () => {
  await elsewhere.query('update "user" set blocked_at = now() where id = $1', [ann.id])
  expect((await call(app, ann, 'GET', 'keywords')).statusCode).toBe(401)
})

test('a membership that another process adds, changes, or removes applies at once', async () => {
  expect(await seen(bob)).toEqual([])
  await join('member')
  expect(await seen(bob)).toContain('orbital welder')
  await elsewhere.query(`update member set role = 'client' where user_id = $1`, [bob.id])
  expect((await call(app, bob, 'GET', `keywords?filters[project][$eq]=${project}`)).statusCode).toBe(403)
  await elsewhere.query('delete from member where user_id = $1', [bob.id])
  expect(await seen(bob)).toEqual([])
  expect((await call(app, bob, 'GET', `projects/${project}`)).statusCode).toBe(404)
})

test('an expired session is refused, even if it worked before', async () => {
  await elsewhere.query('update session set expires_at = $2 where user_id = $1', [ann.id, world.ctx.now()])
  expect((await call(app, ann, 'GET', 'keywords')).statusCode).toBe(401)
})
