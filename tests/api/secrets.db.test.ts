import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { drain } from '#app/jobs.ts'
import { startBoss } from '#platform/server/jobs/boss.ts'
import { failingAt } from '../support/faults.ts'
import { appOf, browserOf, call, type Person, password, setUpProject, signUp } from '../support/seed-data.ts'
import { testWorld, type World } from '../support/world.ts'

let world: World
let app: FastifyInstance
let ann: Person
let project: string
let client: pg.Client
beforeAll(async () => {
  world = await testWorld()
  app = await appOf(world.ctx, { pulse: () => () => {} })
  ann = await signUp(app, 'ann@example.com')
  project = await setUpProject(app, ann)
  await world.drain()
  client = new pg.Client({ connectionString: world.url })
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await app.close()
  await world.close()
})

const wrong = 'hush-hush-password'
const forged = `${'hush'.repeat(10)}.${'hush'.repeat(20)}.hush`
const words = 'a hushed keyword'

/** Sends secrets in valid and invalid requests, and makes queries, jobs and the queue fail with them. */
async function everything(): Promise<void> {
  const json = { 'content-type': 'application/json' }
  const local = '/api/auth/local'
  await app.inject({ method: 'POST', url: local, payload: { identifier: ann.email, password } })
  await app.inject({ method: 'POST', url: local, payload: { identifier: ann.email, password: wrong } })
  await app.inject({
    method: 'POST',
    url: local,
    headers: json,
    payload: `{"identifier":"${ann.email}","password":"${wrong}`,
  })
  await app.inject({ method: 'POST', url: local, payload: { identifier: [wrong], password: 7, hush: wrong } })
  await app.inject({ method: 'POST', url: `${local}/register`, payload: { email: wrong, password: wrong } })
  await app.inject({
    method: 'POST',
    url: `${local}/register`,
    headers: { 'content-type': 'text/plain' },
    payload: wrong,
  })
  await app.inject({ url: '/api/users/me', headers: { authorization: `Bearer ${forged}` } })
  await app.inject({ url: '/api/users/me', headers: { authorization: `Basic ${forged}` } })
  await app.inject({ url: '/api/users/me', headers: { cookie: `jwt=${forged}; signed_in=1; hush=${wrong}` } })
  await app.inject({ url: `/api/users/me?jwt=${forged}`, headers: browserOf(ann) })
  await app.inject({ url: `/api/events?project=${project}&token=${forged}`, headers: ann.headers })
  await app.inject({ url: `/auth/reset-password?code=${forged}` })
  await app.inject({ url: `/share/${forged}` })
  await app.inject({
    method: 'POST',
    url: '/api/keywords',
    headers: { ...ann.headers, origin: 'https://hush.example' },
    payload: { data: { project, query: words } },
  })

  await client.query('alter table keyword rename column query to wording')
  await call(app, ann, 'POST', 'keywords', { project, query: words })
  await client.query('alter table keyword rename column wording to query')
  await client.query('alter table "user" rename to people')
  await app.inject({ method: 'POST', url: local, payload: { identifier: ann.email, password: wrong } })
  await client.query('alter table people rename to "user"')

  await call(app, ann, 'POST', 'keywords', { project, query: words })
  const error = new Error(`insert failed: ${words}`, { cause: new Error(words) })
  const boss = await startBoss(world.url, { poolSize: 2, supervise: false, log: world.ctx.log })
  await drain(failingAt(world.ctx, /./, error), boss)
  boss.emit('error', Object.assign(new Error(`connect ${world.url} ${words}`), { connectionString: world.url }))
  // pg-boss reports the errors of its own jobs as copies like this.
  const copy = { ...Object.assign(new Error(words), { detail: words }), message: words, stack: `Error: ${words}` }
  boss.emit('error', Object.assign(copy, { name: 'Error' }))
  await boss.stop({ graceful: false })
}

test('no log line contains private data', async () => {
  await everything()
  const log = world.logged.join('\n')
  const secrets = [
    password,
    wrong,
    'hush',
    words,
    ann.jwt,
    ...world.ctx.secrets,
    new URL(world.url).password,
    'ann@example.com',
  ]
  for (const secret of secrets) expect(log).not.toContain(secret)
  for (const name of ['authorization', 'cookie', 'Bearer', 'params', '?']) expect(log).not.toContain(name)
})

test('every request and failure is logged with enough detail to find it', async () => {
  const lines = world.logged.map((line): Record<string, unknown> => JSON.parse(line))
  const answers = lines.filter(({ msg }) => msg === 'answered')
  expect(answers.length).toBeGreaterThan(15)
  for (const answer of answers) {
    expect(answer).toMatchObject({
      reqId: expect.any(String),
      method: expect.any(String),
      status: expect.any(Number),
      ms: expect.any(Number),
    })
  }
  expect(answers.map(({ path }) => path)).toContain('/share/…')
  expect(lines.filter(({ msg }) => msg === 'unexpected error').map(({ code }) => code)).toEqual(['42703', '42P01'])
  const failures = lines.filter(({ msg }) => msg === 'job failed')
  expect(failures.length).toBeGreaterThan(0)
  for (const failure of failures)
    expect(failure).toMatchObject({ job: expect.any(String), queue: 'backfill', error: 'Error' })
  expect(lines.filter(({ msg }) => msg === 'job queue error')).toMatchObject([
    { error: 'Error', level: 50 },
    { error: 'Error', level: 50 },
  ])
})
