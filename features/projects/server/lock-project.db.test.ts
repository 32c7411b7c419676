import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { testApp } from '#tests/support/app.ts'
import {
  addMember,
  auditOf,
  call,
  confirmAddress,
  type Person,
  setUpProject,
  signUp,
} from '#tests/support/seed-data.ts'
import type { World } from '#tests/support/world.ts'

let world: World
let app: FastifyInstance
let client: pg.Client
let ann: Person
let bob: Person
let project: string

beforeAll(async () => {
  ;({ world, app } = await testApp())
  client = new pg.Client({ connectionString: world.url })
  await client.connect()
})

afterAll(async () => {
  await client.end()
  await world.close()
})

beforeEach(async () => {
  ann = await signUp(app, `ann-${world.ctx.id()}@example.com`)
  bob = await signUp(app, `bob-${world.ctx.id()}@example.com`)
  await confirmAddress(world.url, bob)
  project = await setUpProject(app, ann)
  await addMember(world.ctx, project, bob, 'owner')
})

type Send = () => ReturnType<typeof call>

const requests: Record<string, Send> = {
  'inviting a member': () => call(app, bob, 'POST', 'members', { project, email: 'eve@example.com', role: 'admin' }),
  'creating an API token': () => call(app, bob, 'POST', 'api-tokens', { project, name: 'Export', scope: 'write' }),
  'archiving the project': () => call(app, bob, 'PUT', `projects/${project}/archive`),
  'deleting the project': () => call(app, bob, 'DELETE', `projects/${project}`),
}

/** Returns the result of Bob's request that passed authorization before his membership changed. */
async function meanwhile(send: Send, change: string) {
  const before = await auditOf(world.ctx, project)
  await client.query('begin')
  await client.query('select from project where id = $1 for no key update', [project])
  const request = send()
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  await vi.waitFor(async () => expect((await client.query(waiting)).rowCount).toBe(1), { timeout: 20_000 })
  await client.query(`${change} where project_id = $1 and user_id = $2`, [project, bob.id])
  await client.query('commit')
  const { statusCode } = await request
  expect(await auditOf(world.ctx, project)).toEqual(before)
  expect((await call(app, ann, 'GET', `projects/${project}`)).json().data.status).toBe('processing')
  return statusCode
}

describe.each(Object.entries(requests))('%s', (_what, send) => {
  test('is refused if the member was removed while the request waited for the lock', async () => {
    expect(await meanwhile(send, 'delete from member')).toBe(404)
  })

  test('is refused if the member was demoted while the request waited for the lock', async () => {
    expect(await meanwhile(send, `update member set role = 'client'`)).toBe(403)
  })
})
