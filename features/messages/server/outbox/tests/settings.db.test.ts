import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testApp } from '#tests/support/app.ts'
import { ask } from '#tests/support/databases.ts'
import { addMember, auditOf, call, create, type Person, setUpProject } from '#tests/support/seed-data.ts'
import type { World } from '#tests/support/world.ts'

let world: World
let app: FastifyInstance
let ann: Person
let bob: Person
let cleo: Person
let project: string

beforeAll(async () => {
  ;({ world, app, ann, bob, cleo } = await testApp('ann', 'bob', 'cleo'))
})
afterAll(() => world.close())
beforeEach(async () => {
  project = await setUpProject(app, ann)
  await addMember(world.ctx, project, bob, 'member')
})

const read = async (by = ann) => (await call(app, by, 'GET', `projects/${project}/message-settings`)).json()
const put = (data: object, by = ann) => call(app, by, 'PUT', `projects/${project}/message-settings`, data)
const stop = (method: 'PUT' | 'DELETE', by = ann) => call(app, by, method, `projects/${project}/message-stop`)

describe('the settings of messages', () => {
  test('are manual with cautious limits until somebody changes them', async () => {
    expect((await read()).data).toEqual({
      ...{ mode: 'manual', agreedAt: null, agreedBy: null, stoppedAt: null, stoppedBy: null },
      ...{ quietFrom: 21, quietTo: 8, hourlyMost: 5, dailyMost: 20 },
    })
  })

  test('are changed by members, with one audit entry per change', async () => {
    const { data } = (await put({ mode: 'assisted', hourlyMost: 3 }, bob)).json()
    expect(data).toMatchObject({ mode: 'assisted', hourlyMost: 3, dailyMost: 20 })
    await put({ hourlyMost: 3 }, bob)
    const entries = await auditOf(world.ctx, project)
    expect(entries.filter((entry) => entry.endsWith('messageSettings.update'))).toEqual([
      `user:${bob.id} messageSettings.update`,
    ])
  })

  test('turn to automatic only by an owner who agrees, each time again', async () => {
    expect((await put({ mode: 'automatic', agrees: true }, bob)).json().error).toMatchObject({
      status: 403,
      message: 'Only an owner of the project can turn on automatic messages',
    })
    expect((await put({ mode: 'automatic' })).json().error).toMatchObject({
      status: 400,
      details: { errors: [{ path: ['agrees'] }] },
    })
    const agreed = (await put({ mode: 'automatic', agrees: true })).json().data
    expect(agreed).toMatchObject({ mode: 'automatic', agreedAt: world.clock.now.toISOString(), agreedBy: ann.email })
    expect((await put({ mode: 'automatic', dailyMost: 10 }, bob)).statusCode).toBe(200)
    expect((await put({ mode: 'assisted' }, bob)).json().data).toMatchObject({ agreedAt: null, agreedBy: null })
    expect((await put({ mode: 'automatic' })).statusCode).toBe(400)
  })

  test.each([
    { quietFrom: 24 },
    { hourlyMost: 0 },
    { dailyMost: 501 },
    { mode: 'all' },
    { agrees: false },
    { stoppedAt: null },
  ])('refuse %j', async (data) => {
    expect((await put(data)).statusCode).toBe(400)
  })

  test("of another project don't exist", async () => {
    for (const answer of [
      await call(app, cleo, 'GET', `projects/${project}/message-settings`),
      await put({ mode: 'assisted' }, cleo),
      await stop('PUT', cleo),
      await stop('DELETE', cleo),
      await call(app, cleo, 'GET', `projects/${project}/inbox-counts`),
    ])
      expect(answer.statusCode).toBe(404)
  })
})

describe('the stop switch', () => {
  test('says who stopped the messages first, until somebody lets them leave', async () => {
    const at = world.clock.now.toISOString()
    expect((await stop('PUT', bob)).json().data).toMatchObject({ stoppedBy: bob.email, stoppedAt: at })
    world.clock.advance(60_000)
    expect((await stop('PUT')).json().data).toMatchObject({ stoppedBy: bob.email, stoppedAt: at })
    expect((await stop('DELETE')).json().data).toMatchObject({ stoppedBy: null, stoppedAt: null })
    await stop('DELETE')
    const entries = await auditOf(world.ctx, project)
    expect(entries.filter((entry) => entry.includes('messageSettings'))).toEqual([
      `user:${bob.id} messageSettings.stop`,
      `user:${ann.id} messageSettings.resume`,
    ])
  })
})

test('the counts of the inbox are those of the caller', async () => {
  const begin = async (handle: string, data: object = {}) => {
    const { id: person } = await create(app, ann, 'people', { project, handle })
    return (await create(app, ann, 'conversations', { project, person, ...data })).id
  }
  await begin('mara', { assignee: ann.id })
  const unread = await begin('nils', { assignee: bob.id })
  await ask(world.url, 'update conversation set unread = true where id = $1', [unread])
  const done = await begin('olga')
  await call(app, ann, 'PUT', `conversations/${done}`, { state: 'done' })
  const snoozed = await begin('pia')
  const snoozedUntil = '2026-12-01T09:00:00.000Z'
  await call(app, ann, 'PUT', `conversations/${snoozed}`, { state: 'snoozed', snoozedUntil })
  await begin('rosa')
  const counts = async (query: string) =>
    (await call(app, ann, 'GET', `projects/${project}/inbox-counts${query}`)).json()
  expect((await counts('')).data).toEqual({ all: 3, mine: 1, unassigned: 1, unread: 1, snoozed: 1 })
  expect((await counts('?channel=mail')).data).toEqual({ all: 0, mine: 0, unassigned: 0, unread: 0, snoozed: 0 })
  expect((await counts('?channel=fax')).error.status).toBe(400)
})
