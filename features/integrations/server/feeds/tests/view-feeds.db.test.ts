import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp } from '#tests/support/app.ts'
import { ask } from '#tests/support/databases.ts'
import { addMember, auditOf, call, create, type Person, setUpProject } from '#tests/support/seed-data.ts'
import type { World } from '#tests/support/world.ts'

let world: World
let app: FastifyInstance
let ann: Person
let bob: Person
let carl: Person
let project: string
let view: string

beforeAll(async () => {
  ;({ world, app, ann, bob, carl } = await testApp('ann', 'bob', 'carl'))
  project = await setUpProject(app, ann, { name: 'Pipewell' })
  await addMember(world.ctx, project, carl, 'member')
  view = (await create(app, ann, 'saved-views', { project, name: 'Hot', params: 'label=3' })).id
})

afterAll(() => world.close())

const make = (person: Person, data: object = {}) => call(app, person, 'POST', 'view-feeds', { project, ...data })

test('the address of a feed is returned once, and only its digest is stored', async () => {
  const answer = await make(ann, { view })
  expect(answer.statusCode).toBe(201)
  const { address, ...listed } = answer.json().data
  expect(address).toMatch(/^http:\/\/localhost:3000\/feeds\/[\w-]{43}$/)
  expect(listed).toMatchObject({ content: 'leads', lastReadAt: null })
  const list = await call(app, ann, 'GET', `view-feeds?filters[project]=${project}&populate=view`)
  expect(list.json().data).toMatchObject([{ ...listed, view: { id: view, name: 'Hot', params: 'label=3' } }])
  expect((await call(app, ann, 'GET', `view-feeds/${listed.id}`)).json().data).toEqual(listed)
  const secret = address.split('/').at(-1)
  const stored = await ask(world.url, 'select to_jsonb(f) as row from view_feed f')
  expect(JSON.stringify(stored)).not.toContain(secret)
  expect(world.logged.join()).not.toContain(secret)
  expect(await auditOf(world.ctx, project)).toContain(`user:${ann.id} viewFeed.create`)
})

test('a revoked feed is gone', async () => {
  const { id } = (await make(ann)).json().data
  expect((await call(app, ann, 'DELETE', `view-feeds/${id}`)).statusCode).toBe(204)
  expect((await call(app, ann, 'DELETE', `view-feeds/${id}`)).statusCode).toBe(404)
  expect(await auditOf(world.ctx, project)).toContain(`user:${ann.id} viewFeed.delete`)
})

test('nobody else creates, sees, or revokes feeds, and no API token does', async () => {
  const { id } = (await make(ann)).json().data
  expect(
    (await app.inject({ method: 'POST', url: '/api/view-feeds', payload: { data: { project } } })).statusCode,
  ).toBe(403)
  expect((await make(carl)).statusCode).toBe(403)
  expect((await call(app, carl, 'DELETE', `view-feeds/${id}`)).statusCode).toBe(403)
  expect((await make(bob)).statusCode).toBe(404)
  expect((await call(app, bob, 'GET', 'view-feeds')).json().data).toEqual([])
  expect((await call(app, bob, 'DELETE', `view-feeds/${id}`)).statusCode).toBe(404)
  const { token } = (await call(app, ann, 'POST', 'api-tokens', { project, name: 'x', scope: 'write' })).json().data
  expect((await make({ ...ann, headers: { authorization: `Bearer ${token}` } })).statusCode).toBe(403)
})

test.each([
  ['a view of mentions', { content: 'mentions', view: 'own' }, 'Only leads have saved views'],
  ['the view of another project', { view: 'foreign' }, 'view must belong to the same project'],
  ['unknown content', { content: 'people' }, 'content must be one of leads, mentions'],
  ['an unknown key', { name: 'Hot' }, 'Invalid key name'],
])('%s is refused', async (_what, data, message) => {
  const others = await setUpProject(app, bob)
  const foreign = (await create(app, bob, 'saved-views', { project: others, name: 'Hot', params: '' })).id
  const views: Record<string, string> = { own: view, foreign }
  const sent = 'view' in data ? { ...data, view: views[data.view] } : data
  const answer = await make(ann, sent)
  expect(answer.statusCode).toBe(400)
  expect(answer.json().error.message).toBe(message)
})

test('a project has at most 50 feeds', async () => {
  const crowded = await setUpProject(app, ann)
  await ask(
    world.url,
    `insert into view_feed (project_id, id, content, created_by, digest, changed_at, created_at, updated_at)
     select $1, gen_random_uuid(), 'leads', $2, n::text, now(), now(), now() from generate_series(1, 50) n`,
    [crowded, ann.id],
  )
  const answer = await make(ann, { project: crowded })
  expect(answer.json().error.message).toBe('This project has reached the limit of 50 feeds. Revoke one first.')
})
